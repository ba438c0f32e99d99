"""A pet shop's API in FastAPI with Swagger UI. Called with a port and the folder for the pets and the calls."""

import json
import os
import sys
from pathlib import Path

import uvicorn
from fastapi import FastAPI, HTTPException, Request
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel

FILE = Path(sys.argv[2]) / "state.json"
PETS = {"1": {"name": "Rex", "kind": "dog"}, "2": {"name": "Tom", "kind": "cat"}, "3": {"name": "Kiki", "kind": "bird"}}
FILE.write_text(json.dumps({"pets": PETS, "calls": []}))

app = FastAPI(title="Pet shop", docs_url=None, redoc_url=None)
app.mount("/swagger", StaticFiles(directory=Path(os.environ["NODE_MODULES"]) / "swagger-ui-dist"))


class Pet(BaseModel):
    name: str = "Bello"
    kind: str = "dog"


@app.get("/docs", include_in_schema=False)
def docs():
    bundle = {"swagger_js_url": "/swagger/swagger-ui-bundle.js", "swagger_css_url": "/swagger/swagger-ui.css"}
    return get_swagger_ui_html(openapi_url="/openapi.json", title="Pet shop", **bundle)


def state():
    return json.loads(FILE.read_text())


@app.middleware("http")
async def note(request: Request, call_next):
    if request.url.path.startswith(("/pets", "/shop")):
        now = state()
        address = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        FILE.write_text(json.dumps(now | {"calls": [*now["calls"], f"{request.method} {address}"]}))
    return await call_next(request)


@app.get("/pets", tags=["pets"], summary="List the pets")
def list_pets(kind: str = ""):
    return [pet for pet in state()["pets"].values() if not kind or pet["kind"] == kind]


@app.get("/pets/{number}", tags=["pets"], summary="Get one pet")
def get_pet(number: int):
    if str(number) not in state()["pets"]:
        raise HTTPException(404)
    return state()["pets"][str(number)]


@app.post("/pets", tags=["pets"], summary="Add a pet")
def add_pet(pet: Pet):
    now = state()
    number = str(max(map(int, now["pets"]), default=0) + 1)
    now["pets"][number] = pet.model_dump()
    FILE.write_text(json.dumps(now))
    return {"number": int(number)}


@app.delete("/pets/{number}", tags=["pets"], summary="Sell a pet")
def delete_pet(number: int):
    now = state()
    now["pets"].pop(str(number), None)
    FILE.write_text(json.dumps(now))


@app.get("/shop/hours", tags=["shop"], summary="Opening hours")
def hours():
    return {"monday": "9-18"}


uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
