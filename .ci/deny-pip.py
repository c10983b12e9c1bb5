"""The licences of what the Python package is built and tested with. None of it is in the package itself."""

import re
import sys
from importlib.metadata import distributions

ALLOWED = re.compile(r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla|GPL|Zlib|0BSD|Unlicense|HPND|LGPL", re.I)


def licence(package) -> str:
    told = package.metadata
    classifiers = [each.split("::")[-1].strip() for each in told.get_all("Classifier", []) if each.startswith("License ::")]
    return told.get("License-Expression") or ", ".join(classifiers) or (told.get("License") or "").strip().split("\n")[0]


found = {package.metadata["Name"]: licence(package) for package in distributions()}
wrong = [f"{name}: '{told or 'no licence'}' is not on the list of .ci/deny-pip.py" for name, told in sorted(found.items()) if not ALLOWED.search(told)]
if len(found) < 5:
    wrong.append(f"only {len(found)} packages are installed; `make testpython` installs them")
print("\n".join(wrong) if wrong else f"{len(found)} packages of Python: licences as they should be.")
sys.exit(bool(wrong))
