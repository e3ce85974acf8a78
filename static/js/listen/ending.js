// The end of a sitting, and every other reason why there is nothing more to judge.

import { ENDINGS, summary } from "./words.js";

export function ending(root) {
  const $ = (selector) => root.querySelector(selector);
  const paragraph = (text) => {
    const element = document.createElement("p");
    element.textContent = text;
    return element;
  };

  return {
    show({ why, detail }) {
      const { title, text, more, reload } = ENDINGS[why];
      $("#ending-title").textContent = title;
      $("#ending-lines").replaceChildren(...[detail, text].filter(Boolean).map(paragraph));
      $("#more").hidden = !more;
      $("#reload").hidden = !reload;
      $("#ending-title").focus();
      window.scrollTo(0, 0);
    },
    tell(sitting) {
      $("#ending-lines").append(...summary(sitting).map(paragraph));
    },
  };
}
