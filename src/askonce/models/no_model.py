"""The remedy when a model is needed and none is configured."""

HOW_TO_SET_UP = (
    "set ASKONCE_MODEL_NAME and ASKONCE_MODEL_API_KEY (with ASKONCE_MODEL_BASE_URL for a "
    "provider other than OpenAI), or pass model=…; `askonce doctor` checks them"
)
