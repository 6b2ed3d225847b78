// Sentences of paragraphs and list items, in words. A piece of code counts as one word, a table's
// cell is no sentence.
const { split, SentenceSplitterSyntax } = require("sentence-splitter");

const CODE = "Code"; // what begins with a capital begins a sentence

function words(text) {
  return text.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
}

/** The paragraph's own text: every piece of code is one word, as long as it was. */
function plain(node, text) {
  let shown = text;
  const hide = (each) => {
    if (each.type === "Code" || each.type === "Html") {
      const [start, end] = each.range.map((place) => place - node.range[0]);
      shown = shown.slice(0, start) + CODE.padEnd(end - start, "_").slice(0, end - start) + shown.slice(end);
    } else if (each.type === "Link") {
      const [start, end] = each.range.map((place) => place - node.range[0]);
      const first = each.children[0]?.range[0] - node.range[0] || end;
      const close = each.children.at(-1)?.range[1] - node.range[0] || end;
      const text = shown.slice(first, close);
      shown = shown.slice(0, start) + "_".repeat(first - start) + text + "_".repeat(end - close) + shown.slice(end);
      each.children.forEach(hide);
    } else {
      (each.children ?? []).forEach(hide);
    }
  };
  node.children.forEach(hide);
  return shown;
}

module.exports = (context, options = {}) => {
  const { Syntax, RuleError, report, getSource, locator } = context;
  const most = options.most ?? 25;
  return {
    [Syntax.Paragraph](node) {
      const text = plain(node, getSource(node));
      for (const sentence of split(text)) {
        if (sentence.type !== SentenceSplitterSyntax.Sentence) continue;
        const counted = words(sentence.raw);
        if (counted > most) {
          const message = `a sentence of ${counted} words, at most ${most}: make two of it`;
          report(node, new RuleError(message, { padding: locator.range(sentence.range) }));
        }
      }
    },
  };
};
