/** A value as JSON, written by hand because pages replace JSON.stringify and add toJSON. */
function asJson(value) {
  if (Array.isArray(value)) return `[${value.map(asJson).join()}]`;
  if (typeof value === "string")
    return `"${value.replace(/["\\\u0000-\u001f\ud800-\udfff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
  if (typeof value === "number") return isFinite(value) ? String(value) : "null";
  if (typeof value === "boolean") return String(value);
  if (value === null || typeof value !== "object") return "null";
  return `{${Object.keys(value).map((name) => `${asJson(name)}:${asJson(value[name])}`).join()}}`;
}
