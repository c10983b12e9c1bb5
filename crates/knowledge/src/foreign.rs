//! Our pieces as `shakmaty` names them.

use chess::Kind;
use shakmaty::Role;

pub(crate) fn role(kind: Kind) -> Role {
    match kind {
        Kind::Pawn => Role::Pawn,
        Kind::Knight => Role::Knight,
        Kind::Bishop => Role::Bishop,
        Kind::Rook => Role::Rook,
        Kind::Queen => Role::Queen,
        Kind::King => Role::King,
    }
}
