// Makes TypeScript of requests (JSON lines on stdin): each is a literal of the type that its API's own SDK has for it,
// in a line; and after it the same with something wrong, in as many ways as there are, where the compiler has to object.
const fs = require("fs");

const TYPES = {
  anthropic: "Anthropic.MessageCreateParamsStreaming",
  openai: "OpenAI.ChatCompletionCreateParamsStreaming",
  groq: "GroqParams",
  gemini: "GenerateContentRequest",
  ollama: "ChatRequest & { stream: true }",
};
const HEAD = `import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import type { ChatCompletionCreateParamsStreaming as GroqParams } from "groq-sdk/resources/chat/completions";
import type { ChatRequest } from "ollama";
import { ThinkingLevel } from "@google/genai";
import type { Content, GenerationConfig } from "@google/genai";
// What is sent is what the SDK makes of GenerateContentParameters: contents, and generationConfig in its place.
type GenerateContentRequest = { systemInstruction?: Content; contents: Content[]; generationConfig?: GenerationConfig };
`;

// An enum's member isn't its value to the compiler; that there is such a member is what counts.
const literal = (body) => JSON.stringify(body).replace(/"thinkingLevel":("\w+")/, '"thinkingLevel":ThinkingLevel[$1]');
// Schemas are anything to the SDKs: wrong requests do without these, for the compiler has to read them all.
const isSchema = (name, value) => /schema|^format$/i.test(name) && value && value.properties;
const changed = (body, change) => {
  const copy = JSON.parse(JSON.stringify(body), (name, value) => (isSchema(name, value) ? {} : value));
  change(copy);
  return copy;
};
const messages = (body) => body.messages || body.contents;
const settings = (body) => body.generationConfig || body.options || body;
const needed = (body) => (body.options ? ["model"] : ["messages", "contents"]); // Ollama's messages needn't be
const mistakes = {
  "a member that isn't": (body) => (body.no_such_member = 1),
  "a number for a text": (body) => (messages(body)[0].role = 7),
  "a text for a number": (body) => Object.entries(settings(body)).forEach(([k, v]) => typeof v === "number" && (settings(body)[k] = "many")),
  "a member that is missing": (body) => needed(body).forEach((name) => delete body[name]),
};

let n = 0;
let wrong = 0;
const out = [HEAD];
for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { model, wire, body } = JSON.parse(line);
  const type = TYPES[model.startsWith("groq/") ? "groq" : wire];
  out.push(`// ${model}`, `export const request${n}: ${type} = ${literal(body)};`);
  for (const [name, change] of Object.entries(mistakes)) {
    const bad = changed(body, change);
    if (JSON.stringify(bad) !== JSON.stringify(changed(body, () => {}))) {
      out.push(`// @ts-expect-error ${name}`, `export const wrong${wrong++}: ${type} = ${literal(bad)};`);
    }
  }
  n++;
}
fs.writeFileSync(process.argv[2], out.join("\n") + "\n");
console.log(`${n} requests, ${wrong} wrong ones`);
