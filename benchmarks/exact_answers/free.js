(element) => {
  const rect = element.getBoundingClientRect(), x = rect.left + rect.width / 2, y = rect.top + rect.height / 2;
  const hit = element.getRootNode().elementFromPoint(x, y), label = hit && hit.closest("label");
  return Boolean(hit) && (hit === element || element.contains(hit) || hit.contains(element) || (label && label.control === element));
}
