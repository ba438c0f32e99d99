// Placeholder
export function mount() {}
