// Light or dark: as the system has it, unless the reader chooses.
const key = 'reeve-theme';
const listeners = new Set();

function stored() {
  try {
    return localStorage.getItem(key) || 'system';
  } catch {
    return 'system';
  }
}

export const theme = () => stored();

export function apply() {
  const chosen = stored();
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
