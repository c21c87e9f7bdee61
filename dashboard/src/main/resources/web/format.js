// Numbers, times and sizes as people read them.
const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const none = '–';

export const count = (number) => (number === null || number === undefined ? none : whole.format(number));

export const short = (number) => (number < 100000 ? whole.format(number) : compact.format(number));

export function rate(number) {
  if (number === null || number === undefined) {
    return none;
  }
  return number === 0 ? '0/s' : number < 10 ? number.toFixed(1) + '/s' : whole.format(Math.round(number)) + '/s';
}

export function bytes(number) {
  if (number === null || number === undefined) {
    return none;
  }
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let value = number;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return (unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)) + ' ' + units[unit];
}

export function seconds(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return none;
  }
  if (value === 0) {
    return '0 s';
  }
  if (value < 0.001) {
    return Math.round(value * 1e6) + ' µs';
  }
  if (value < 1) {
    return (value * 1000).toFixed(value < 0.01 ? 1 : 0) + ' ms';
  }
  if (value < 60) {
    return (value < 10 ? value.toFixed(1) : Math.round(value)) + ' s';
  }
  const steps = [[86400, 'd', 3600, 'h'], [3600, 'h', 60, 'min'], [60, 'min', 1, 's']];
  for (const [large, largeName, small, smallName] of steps) {
    if (value >= large) {
      const rest = Math.floor((value % large) / small);
      return Math.floor(value / large) + ' ' + largeName + (rest > 0 ? ' ' + rest + ' ' + smallName : '');
    }
  }
  return none;
}

const two = (number) => String(number).padStart(2, '0');

/** The local time, to the second. */
export function time(text) {
  if (!text) {
    return none;
  }
  const at = new Date(text);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock(at)}`;
}

export const clock = (at) => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;

/** How long ago, or in how long. */
export function ago(text, now = Date.now()) {
  if (!text) {
    return none;
  }
  const passed = (now - Date.parse(text)) / 1000;
  if (Math.abs(passed) < 1) {
    return 'now';
  }
  const length = seconds(Math.abs(passed) < 60 ? Math.round(Math.abs(passed)) : Math.abs(passed));
  return passed > 0 ? length.replace('.0', '') + ' ago' : 'in ' + length.replace('.0', '');
}

export function json(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
