"""A file is read whole, or one sentence says what is wrong with it."""

import pytest

from keras_attention.tasks.text_file import TextFileError, read_text_file

KOREAN = "초파리가 사과를 먹었다.\n"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (KOREAN.encode("utf-8"), KOREAN),
        (KOREAN.encode("utf-8-sig"), KOREAN),
        (b"one\r\ntwo\rthree\n", "one\ntwo\nthree\n"),
        ("\N{FLY}\x1b[0m\f".encode(), "\N{FLY}\x1b[0m\f"),
    ],
    ids=["utf-8", "byte order mark", "line ends", "control characters of old texts"],
)
def test_texts(tmp_path, data, text):
    file = tmp_path / "글.txt"
    file.write_bytes(data)
    assert read_text_file(file) == text == read_text_file(str(file))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b" \n\r\n\t", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is binary (byte 8 is 0), not a text in UTF-8"),
        (bytes(range(1, 256)) * 3, "is binary (byte 127 is 0x80), not a text in UTF-8"),
        (KOREAN.encode("cp949"), "is not in UTF-8 (byte 0 is 0xc3) but perhaps in code page 949 (EUC-KR); save it as"),
        (("ascii " + KOREAN).encode("euc-kr"), "is not in UTF-8 (byte 6 is 0xc3) but perhaps in code page 949"),
        ("déjà vu, über".encode("latin-1"), "is not in UTF-8 (byte 1 is 0xe9); save it as UTF-8"),
        (KOREAN.encode("utf-8")[:-3], "is not in UTF-8 (byte 29 is 0xeb"),
        (KOREAN.encode("utf-16"), "is in UTF-16; save it as UTF-8"),
    ],
)
def test_what_is_wrong_is_one_sentence(tmp_path, data, said):
    file = tmp_path / "text"
    file.write_bytes(data)
    with pytest.raises(TextFileError) as caught:
        read_text_file(file)
    assert str(caught.value).startswith(f"{str(file)!r} {said}") and "\n" not in str(caught.value)


def test_no_file(tmp_path):
    with pytest.raises(TextFileError, match=r"^there is no file '.*text'$"):
        read_text_file(tmp_path / "text")
    with pytest.raises(TextFileError, match="is a folder, not a file$"):
        read_text_file(tmp_path)
    with pytest.raises(TextFileError, match="cannot be read: "):
        read_text_file("\0")
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(TextFileError):
        read_text_file(tmp_path / "file" / "below")
