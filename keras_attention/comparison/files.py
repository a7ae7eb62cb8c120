"""Files that are written whole or not at all."""

import os
import secrets
from pathlib import Path


def write_whole(path, content):
    """Writes `content` so that no reader and no interruption ever meets a part of it.

    The bytes go to a temporary file of their own in the same folder, reach the disk, and take the name in one step.

    Args:
        path: The file; what it held before stays until the new content is complete.
        content: Text (written as UTF-8) or bytes.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
