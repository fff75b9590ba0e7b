// Makes red boxes blue, as a plugin of svgo does it, and nothing else.
const RED = /^(red|#f00|#ff0000)$/i;
const enter = ({ name, attributes }) => {
  if (name !== 'rect') return;
  if (RED.test(attributes.fill ?? '')) attributes.fill = '#0000ff';
  if (attributes.style) attributes.style = attributes.style.replace(/(^|;)\s*fill:\s*(red|#f00|#ff0000)\s*(?=;|$)/i, '$1fill:#0000ff');
};
export default { plugins: [{ name: 'recolour', fn: () => ({ element: { enter } }) }] };
