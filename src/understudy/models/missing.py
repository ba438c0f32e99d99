"""What to say where a model is needed and none is configured."""

HOW_TO_SET_UP = (
    "set UNDERSTUDY_MODEL_NAME and UNDERSTUDY_MODEL_API_KEY (with UNDERSTUDY_MODEL_BASE_URL for a "
    "provider other than OpenAI), or pass model=…; `understudy doctor` checks them"
)
