package dev.plimsoll.console.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.JsonObject;
import dev.plimsoll.console.tool.ToolDefinition;
import dev.plimsoll.console.tool.ToolResult;
import dev.plimsoll.console.tool.Tools;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Offers tools, prompts and resources through the SDK's server. */
final class McpFeatures {
  static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(new ObjectMapper());
  private static final String NAME = "plimsoll";

  /** Tools check their arguments themselves, and a test checks their answers. */
  private static final JsonSchemaValidator UNCHECKED =
      (schema, content) -> ValidationResponse.asValid("");

  private McpFeatures() {}

  /** Returns the program's version. */
  static String version() {
    return Optional.ofNullable(McpFeatures.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  /** Connects the SDK's server to a transport. Calls are answered on the thread that asks. */
  static McpStatelessSyncServer serve(McpStatelessServerTransport transport, Tools tools) {
    return McpServer.sync(transport)
        .jsonMapper(MAPPER)
        .jsonSchemaValidator(UNCHECKED)
        .validateToolInputs(false)
        .immediateExecution(true)
        .serverInfo(NAME, version())
        .instructions(Guides.instructions())
        .capabilities(
            ServerCapabilities.builder()
                .tools(false)
                .prompts(false)
                .resources(false, false)
                .build())
        .tools(tools.definitions().stream().map(d -> specification(d, tools)).toList())
        .prompts(Prompts.all())
        .resources(Guides.resources())
        .resourceTemplates(Guides.templates())
        .build();
  }

  private static SyncToolSpecification specification(ToolDefinition definition, Tools tools) {
    Tool tool =
        Tool.builder(definition.name(), PlainJson.map(definition.inputSchema()))
            .title(definition.title())
            .description(definition.description())
            .outputSchema(PlainJson.map(definition.outputSchema()))
            .annotations(
                ToolAnnotations.builder()
                    .title(definition.title())
                    .readOnlyHint(true)
                    .destructiveHint(false)
                    .idempotentHint(true)
                    .openWorldHint(false)
                    .build())
            .build();
    return new SyncToolSpecification(tool, (context, request) -> call(tools, context, request));
  }

  private static CallToolResult call(
      Tools tools, McpTransportContext context, CallToolRequest request) {
    Caller caller = (Caller) Objects.requireNonNull(context.get(Caller.KEY));
    JsonObject arguments =
        PlainJson.object(Optional.ofNullable(request.arguments()).orElseGet(Map::of));
    ToolResult result = tools.call(request.name(), arguments, caller.source(), caller.progress());
    if (result instanceof ToolResult.Answered answered) {
      return CallToolResult.builder(text(PlainJson.text(answered.json())))
          .structuredContent(PlainJson.map(answered.json()))
          .isError(false)
          .build();
    }
    return CallToolResult.builder(text(((ToolResult.Failed) result).sentence()))
        .isError(true)
        .build();
  }

  private static List<io.modelcontextprotocol.spec.McpSchema.Content> text(String text) {
    return List.of(TextContent.builder(text).build());
  }
}
