/** The provider of docs/providers.md. */
export const COUNT_WORDS = `import json, sys

declare = {"name": "count_words", "description": "Counts the words of a text.", "parameters": {
    "type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}}
print(json.dumps({"type": "function", "function": declare}), end="\\n\\n", flush=True)
for line in sys.stdin:
    call = json.loads(line)
    words = json.loads(call["function"]["arguments"])["text"].split()
    print(json.dumps({"call_id": call["call_id"], "content": len(words)}), flush=True)
`;
