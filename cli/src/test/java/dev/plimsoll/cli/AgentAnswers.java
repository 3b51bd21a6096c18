package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.console.mcp.Caller;
import dev.plimsoll.console.mcp.McpEndpoint;
import dev.plimsoll.console.tool.Tools;
import java.nio.file.Path;
import picocli.CommandLine;

/** What an agent is answered about a cluster. */
final class AgentAnswers {
  private final McpEndpoint endpoint;
  private final Caller caller;

  AgentAnswers(Path snapshot) {
    this("--snapshot", snapshot.toString());
  }

  /** Creates an agent that reads the cluster of some options. */
  AgentAnswers(String... words) {
    ClusterOptions options = new ClusterOptions();
    CommandLine.ParseResult unused = new CommandLine(new Holder(options)).parseArgs(words);
    caller = new Caller(new AgentCluster(options));
    endpoint = new McpEndpoint(new Tools(new CommandAnswers(options::fields)));
  }

  /** Gives the options a command. */
  @CommandLine.Command
  @SuppressWarnings("UnusedVariable") // picocli fills the options in.
  private static final class Holder {
    @CommandLine.Mixin private final ClusterOptions options;

    Holder(ClusterOptions options) {
      this.options = options;
    }
  }

  /** Returns the result of a request. */
  JsonObject result(String method, String params) {
    String request = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"%s\", \"params\": %s}";
    String answer = endpoint.answer(request.formatted(method, params), caller).orElseThrow();
    JsonObject json = JsonParser.parseString(answer).getAsJsonObject();
    if (!json.has("result")) {
      throw new AssertionError(answer);
    }
    return json.getAsJsonObject("result");
  }

  JsonObject call(String tool, JsonObject arguments) {
    JsonObject params = new JsonObject();
    params.addProperty("name", tool);
    params.add("arguments", arguments);
    return result("tools/call", params.toString());
  }

  JsonObject call(String tool, String arguments) {
    return call(tool, JsonParser.parseString(arguments).getAsJsonObject());
  }

  /** Returns the page of an answer. */
  JsonObject answer(String tool, String arguments) {
    JsonObject result = call(tool, arguments);
    if (result.get("isError").getAsBoolean()) {
      throw new AssertionError(result.toString());
    }
    return result.getAsJsonObject("structuredContent");
  }

  /** Returns the text that an agent reads. */
  static String text(JsonObject result) {
    return result.getAsJsonArray("content").get(0).getAsJsonObject().get("text").getAsString();
  }
}
