"""What machine code needs of CPython and NumPy: a table in every module, which `core.native` fills."""

TABLE = "mecenate_python"  # its name
PYTHON = (
    "object size", "ndarray", "None", "TypeError", "RuntimeError", "MecenateError",
    "PyErr_SetString", "PyErr_Occurred", "PyLong_AsLongLong", "PyLong_AsUnsignedLongLongMask", "PyFloat_AsDouble",
    "PyLong_FromLongLong", "PyLong_FromUnsignedLongLong", "PyFloat_FromDouble",
    "PyEval_SaveThread", "PyEval_RestoreThread", "PyTuple_GetItem", "PyObject_RichCompareBool", "Py_IncRef",
)  # fmt: skip
ARRAY_FLAGS = 0x1 | 0x100 | 0x400  # C-contiguous, aligned, writable
