/** Tries a change on the model and says what then runs, which gaps go, and which come. */
import {html, nothing, render} from './lit-html/lit-html.js';
import {get} from './api.js';

const WHOLE = /^(.+)=([0-9]{1,9})$/;

/**
 * Returns a button that tries the options of `plimsoll whatif`, and a slider where they set one
 * quota to a whole number. The answer stays until another is asked for.
 */
export function tryOut(options, namespace) {
  const whole = options.length === 2 && options[0] === '--set-quota' ? WHOLE.exec(options[1]) : null;
  const value = whole ? Number(whole[2]) : 0;
  const ask = async (event) => {
    const area = event.currentTarget.closest('.try-out');
    const input = area.querySelector('input');
    const chosen = input ? [options[0], `${whole[1]}=${input.value}`] : options;
    const answer = area.querySelector('.outcome');
    answer.setAttribute('aria-busy', 'true');
    render(await outcome(chosen, namespace), answer);
    answer.setAttribute('aria-busy', 'false');
  };
  const slide = (event) => {
    event.currentTarget.closest('.try-out').querySelector('output').textContent = event.currentTarget.value;
  };
  return html`<div class="try-out">
    ${whole
      ? html`<label>${whole[1]} <input type="range" min="0" max="${Math.max(2 * value, value + 8)}" step="1" .value=${String(value)} @input=${slide} @change=${ask}> <output .value=${String(value)}></output></label>`
      : nothing}
    <button type="button" @click=${ask}>What would it change</button>
    <div class="outcome" role="status"></div>
  </div>`;
}

async function outcome(options, namespace) {
  try {
    return told(await get('whatif', {changes: options.join(' '), namespace}));
  } catch (e) {
    return html`<p class="notice">${e.message}</p>`;
  }
}

function told(w) {
  const nothingChanges = w.pods.length + w.gone.length + w.new.length + w.unknown.length === 0;
  return html`<p>Tried on the model: ${w.changes.join('; ')}.</p>
    ${nothingChanges ? html`<p>Neither pods nor gaps would change.</p>` : nothing}
    ${list('What then runs', w.pods.map(pods))}
    ${list('Gaps that go', w.gone.map(gap))}
    ${list('Gaps that come', w.new.map(gap))}
    ${list('Not known any more', w.unknown.map(gap))}
    ${w.unread.message ? html`<p class="quiet">${w.unread.message}</p>` : nothing}
    ${w.unexamined.length > 0 ? html`<p class="quiet">Some objects could not be looked at.</p>` : nothing}`;
}

function list(heading, items) {
  return items.length === 0 ? nothing : html`<p><strong>${heading}</strong></p><ul>${items.map((i) => html`<li>${i}</li>`)}</ul>`;
}

function pods({object, before, after}) {
  return `${object.kind} ${object.namespace}/${object.name}: ${runs(after)}, now ${runs(before)}`;
}

function runs(count) {
  return count.placed === undefined
    ? `not known (${count.unread})`
    : `of ${count.waiting} that wait ${count.admitted} admitted, ${count.placed} placed`;
}

function gap(g) {
  return `${g.kind}${g.object.name ? ` ${g.object.namespace ? `${g.object.namespace}/` : ''}${g.object.name}` : ''}: ${g.message}`;
}
