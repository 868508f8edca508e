/** The code of an MCP server on standard input and output, for /usr/bin/python3: a tool and the function `call` that answers it. */
function mcpServer({ tool, call }: { readonly tool: string; readonly call: string }): string {
  return `import json, os, sys

tool = ${tool}
answers = {
    "initialize": lambda _: {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "e2e", "version": "1"}},
    "tools/list": lambda _: {"tools": [tool]},
    "tools/call": lambda params: {"content": [{"type": "text", "text": call(params["arguments"])}]},
}

${call}
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = answers[message["method"]](message.get("params"))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
`;
}

export const FORECAST_SERVER = mcpServer({
  tool: `{"name": "forecast", "description": "What the weather will be like in a city.", "inputSchema": {
    "type": "object", "required": ["city"], "properties": {
        "city": {"type": "string", "description": "Name of the city"},
        "days": {"type": "integer", "minimum": 1, "maximum": 7, "default": 3}}}}`,
  call: `def call(_):
    return "Sunny."
`,
});

/** Writes pages into the folder it was started in, each with its name as its heading. */
export const PAGES_SERVER = mcpServer({
  tool: `{"name": "write_pages", "description": "Writes a page for each name.", "inputSchema": {
    "type": "object", "required": ["names"], "properties": {
        "names": {"type": "array", "items": {"type": "string"}}}}}`,
  call: `def call(arguments):
    for name in arguments["names"]:
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "w") as page:
            page.write(f"# {name}\\n")
    return f"Wrote {len(arguments['names'])} pages."
`,
});
