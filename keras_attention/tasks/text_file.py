"""Reads a text from a file, or says in one sentence what is wrong with it."""

import codecs
from pathlib import Path

UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")  # how a file begins that Windows calls "Unicode"


class TextFileError(ValueError):
    """A file that holds no text in UTF-8; the message is one sentence."""


def read_text_file(path):
    """Reads a whole file of text in UTF-8; a byte order mark is left out, and line ends become line feeds.

    Args:
        path: the file.

    Returns:
        A string of at least one character.

    Raises:
        TextFileError: there is no such file or it cannot be read; it is empty, binary, or in another encoding.

    Example:
        >>> text = read_text_file("README.md")
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise TextFileError(f"there is no file {str(path)!r}") from None
    except IsADirectoryError:
        raise TextFileError(f"{str(path)!r} is a folder, not a file") from None
    except (OSError, ValueError) as error:  # a path may hold what no file name can
        raise TextFileError(f"{str(path)!r} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not data.removeprefix(codecs.BOM_UTF8).strip():
        raise TextFileError(f"{str(path)!r} is empty")
    if data.startswith(UTF16_MARKS):
        raise TextFileError(f"{str(path)!r} is in UTF-16; save it as UTF-8")
    if b"\0" in data:
        raise TextFileError(f"{str(path)!r} is binary (byte {data.index(0):,} is 0), not a text in UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TextFileError(f"{str(path)!r} {_not_utf8(data, error)}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _not_utf8(data, error):
    """What a file is that is not in UTF-8."""
    where = f"byte {error.start:,} is 0x{data[error.start]:02x}"
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in data[:10_000])
    if controls > len(data[:10_000]) // 100:
        return f"is binary ({where}), not a text in UTF-8"
    try:
        data.decode("cp949")  # what Korean Windows writes where nobody asks for UTF-8
    except UnicodeDecodeError:
        return f"is not in UTF-8 ({where}); save it as UTF-8"
    return f"is not in UTF-8 ({where}) but perhaps in code page 949 (EUC-KR); save it as UTF-8"
