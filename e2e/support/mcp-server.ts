/** An MCP server of one tool, for /usr/bin/python3. */
export const FORECAST_SERVER = `import json, sys

tool = {"name": "forecast", "description": "What the weather will be like in a city.", "inputSchema": {
    "type": "object", "required": ["city"], "properties": {
        "city": {"type": "string", "description": "Name of the city"},
        "days": {"type": "integer", "minimum": 1, "maximum": 7, "default": 3}}}}
answers = {
    "initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "weather", "version": "1"}},
    "tools/list": {"tools": [tool]},
}
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = answers.get(message["method"], {"content": [{"type": "text", "text": "Sunny."}]})
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
`;
