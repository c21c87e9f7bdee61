// Light or dark: as the system has it, unless the reader chooses.
const key = 'reeve-theme';
const listeners = new Set();

/** The choice: system, light or dark. */
export function theme() {
  try {
    return localStorage.getItem(key) || 'system';
  } catch {
    return 'system';
  }
}

export function apply() {
  const chosen = theme();
  if (chosen === 'system') {
    document.documentElement.removeAttribute('data-theme');
  } else {
    document.documentElement.setAttribute('data-theme', chosen);
  }
  listeners.forEach((listener) => listener());
}

export function choose(name) {
  try {
    localStorage.setItem(key, name);
  } catch {
    // Without storage the choice lasts as long as the page; the attribute is enough.
  }
  apply();
}

export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
