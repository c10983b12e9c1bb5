//! Small symmetric matrices.

use std::ops::{Index, IndexMut};

/// A square matrix.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    /// The inverse by elimination with the largest pivot; `None` if there is none, or if it would be mere noise.
    pub fn inverse(&self) -> Option<Matrix> {
        let size = self.size;
        let mut rest = self.clone();
        let mut result = Matrix::zero(size);
        (0..size).for_each(|index| result[(index, index)] = 1.0);
        let scale = self.cells.iter().fold(0.0_f64, |most, cell| most.max(cell.abs()));
        for column in 0..size {
            let pivot = (column..size)
                .max_by(|&one, &other| rest[(one, column)].abs().total_cmp(&rest[(other, column)].abs()))?;
            if rest[(pivot, column)].abs() <= 1e-12 * scale {
                return None;
            }
            for index in 0..size {
                for matrix in [&mut rest, &mut result] {
                    matrix.cells.swap(column * size + index, pivot * size + index);
                }
            }
            let divisor = rest[(column, column)];
            for index in 0..size {
                rest[(column, index)] /= divisor;
                result[(column, index)] /= divisor;
            }
            for row in (0..size).filter(|row| *row != column) {
                let factor = rest[(row, column)];
                if factor != 0.0 {
                    for index in 0..size {
                        rest[(row, index)] -= factor * rest[(column, index)];
                        result[(row, index)] -= factor * result[(column, index)];
                    }
                }
            }
        }
        Some(result)
    }

    /// The matrix times a vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.cells.chunks(self.size).map(|row| row.iter().zip(vector).map(|(cell, part)| cell * part).sum()).collect()
    }

    /// This symmetric matrix times `inner` times this one.
    pub fn around(&self, inner: &Matrix) -> Matrix {
        let mut result = Matrix::zero(self.size);
        for row in 0..self.size {
            let left = inner.times(&self.cells[row * self.size..][..self.size]);
            let line = self.times(&left);
            result.cells[row * self.size..][..self.size].copy_from_slice(&line);
        }
        result
    }

    /// The vector times the matrix times the vector.
    pub fn form(&self, vector: &[f64]) -> f64 {
        self.times(vector).iter().zip(vector).map(|(one, other)| one * other).sum()
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverts() {
        let mut matrix = Matrix::zero(3);
        for (index, value) in [0.0, 2.0, 1.0, 2.0, 5.0, 3.0, 1.0, 3.0, 4.0].into_iter().enumerate() {
            matrix.cells[index] = value;
        }
        let inverse = matrix.inverse().unwrap();
        for index in 0..3 {
            let mut unit = vec![0.0; 3];
            unit[index] = 1.0;
            let back = matrix.times(&inverse.times(&unit));
            assert!(back.iter().zip(&unit).all(|(one, other)| (one - other).abs() < 1e-12), "{back:?}");
        }
        assert_eq!(Matrix::zero(2).inverse(), None);
    }
}
