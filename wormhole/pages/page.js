// Every page: its data, its texts in the chosen language, its theme.
const page = JSON.parse(document.getElementById("page-data").textContent);
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const languageListeners = [];
let language = page.language;

function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

// A text by its name, with values in the places of their names in braces.
function t(name, values = {}) {
  const text = page.texts[language][name] ?? page.texts.en[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));
}

// One of the texts that the data has for each language.
const said = (texts) => (typeof texts === "string" ? texts : (texts[language] ?? texts.en ?? ""));

function onLanguage(listener) {
  languageListeners.push(listener);
}

function chooseLanguage(code) {
  language = code;
  root.lang = code;
  for (const each of document.querySelectorAll("[data-t]")) each.textContent = t(each.dataset.t);
  for (const each of document.querySelectorAll("[data-label]")) {
    each.setAttribute("aria-label", t(each.dataset.label));
    if (each.matches("button")) each.title = t(each.dataset.label) + (each.dataset.key ? ` (${each.dataset.key})` : "");
  }
  byId("title").textContent = document.title = said(page.title);
  byId("about").textContent = said(page.about);
  for (const option of byId("theme").options) {
    option.textContent = option.value === "" ? t("system") : said(page.themes[option.value]);
  }
  for (const listener of languageListeners) listener();
}

function begin() {
  const themes = byId("theme");
  for (const name of ["", ...Object.keys(page.themes)]) themes.append(make("option", { value: name }));
  themes.addEventListener("change", () => {
    if (themes.value) root.dataset.theme = themes.value;
    else delete root.dataset.theme;
  });
  const languages = byId("language");
  for (const code of Object.keys(page.texts)) {
    languages.append(make("option", { value: code, lang: code }, page.languages[code] ?? code));
  }
  const wished = navigator.languages.map((each) => each.split("-")[0]).find((each) => each in page.texts);
  languages.value = wished ?? page.language;
  languages.addEventListener("change", () => chooseLanguage(languages.value));
  chooseLanguage(languages.value);
}
// Once the scripts after this one have told what to do in another language.
queueMicrotask(begin);
