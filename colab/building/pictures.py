"""Still pictures of the scenes for the saved notebook: to be seen where nothing runs, and small."""

import base64
import io

VEGA_LITE = "application/vnd.vegalite.v5+json"
VERSION = "5.20"  # of Vega-Lite, that of Colab's Altair


def with_pictures(notebook):
    """`notebook` with a PNG picture in place of each scene among its outputs."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if VEGA_LITE in output.get("data", {}):
                scene = output.data.pop(VEGA_LITE)
                output.data["image/png"] = base64.b64encode(_picture(scene)).decode("ascii")
                output.metadata["image/png"] = {"alt": scene["description"]}
    return notebook


def _picture(scene):
    """PNG of a scene as it is drawn at first, in 64 colours: a quarter of the size."""
    import vl_convert  # only the notebook of the scenes needs them
    from PIL import Image

    file = io.BytesIO()
    picture = Image.open(io.BytesIO(vl_convert.vegalite_to_png(scene, vl_version=VERSION))).convert("RGB")
    picture.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()
