package dev.plimsoll.console.mcp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.plimsoll.console.tool.Tools;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Answers messages of the protocol, by stdio and by HTTP. It has no state, so any number of clients
 * may ask at the same time. Whatever isn't a message is answered with one sentence.
 */
public final class McpEndpoint implements McpStatelessServerTransport {
  /** The versions of the protocol that are spoken, the newest last. */
  public static final List<String> VERSIONS =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

  private static final int MOST_IN_BATCH = 50;

  private final Tools tools;

  @GuardedBy("this")
  private @Nullable McpStatelessServerHandler handler;

  /**
   * Creates an endpoint that offers all tools. The first message loads the protocol's library: a
   * console that no agent asks needs neither its time nor its memory.
   */
  public McpEndpoint(Tools tools) {
    this.tools = tools;
  }

  @Override
  public synchronized void setMcpHandler(McpStatelessServerHandler mcpHandler) {
    handler = mcpHandler;
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public List<String> protocolVersions() {
    return VERSIONS;
  }

  /** Returns a text as JSON; empty if it isn't JSON. */
  static Optional<JsonElement> parse(String text) {
    try (JsonReader reader = new JsonReader(new StringReader(text))) {
      reader.setStrictness(Strictness.STRICT);
      JsonElement message = JsonParser.parseReader(reader);
      return reader.peek() == JsonToken.END_DOCUMENT ? Optional.of(message) : Optional.empty();
    } catch (JsonParseException | IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the answer to a text; empty if it is a notification or an answer, which get none.
   *
   * @param text a message or a batch of messages
   */
  public Optional<String> answer(String text, Caller caller) {
    return parse(text)
        .map(message -> answer(message, caller).map(PlainJson::text))
        .orElseGet(() -> Optional.of(PlainJson.text(RpcErrors.notJson())));
  }

  private Optional<JsonElement> answer(JsonElement message, Caller caller) {
    if (!(message instanceof JsonArray batch)) {
      return one(message, caller);
    }
    if (batch.isEmpty() || batch.size() > MOST_IN_BATCH) {
      return Optional.of(
          RpcErrors.invalid("a batch has from 1 to %d messages".formatted(MOST_IN_BATCH)));
    }
    JsonArray answers = new JsonArray();
    batch.forEach(m -> one(m, caller).ifPresent(answers::add));
    return answers.isEmpty() ? Optional.empty() : Optional.of(answers);
  }

  private Optional<JsonElement> one(JsonElement json, Caller caller) {
    RpcMessage message = RpcMessage.of(json);
    McpTransportContext context = McpTransportContext.create(Map.of(Caller.KEY, caller));
    if (message instanceof RpcMessage.Request request) {
      return Optional.of(answer(request, context));
    }
    if (message instanceof RpcMessage.Notification notification) {
      if (!notification.method().equals(RpcMessage.CANCELLED)) {
        handler()
            .handleNotification(
                context, new JSONRPCNotification("2.0", notification.method(), Map.of()))
            .block();
      }
      return Optional.empty();
    }
    return message instanceof RpcMessage.Invalid invalid
        ? Optional.of(RpcErrors.invalid(invalid.sentence()))
        : Optional.empty();
  }

  private JsonObject answer(RpcMessage.Request request, McpTransportContext context) {
    Optional<String> unknownTool = request.toolName().filter(name -> !tools.names().contains(name));
    if (unknownTool.isPresent()) {
      return RpcErrors.unknownTool(request, unknownTool.get(), tools.names());
    }
    try {
      JSONRPCResponse response =
          Objects.requireNonNull(
              handler()
                  .handleRequest(
                      context,
                      new JSONRPCRequest(
                          "2.0", request.method(), request.id(), PlainJson.map(request.params())))
                  .block());
      boolean isDefect =
          response.error() != null
              && response.error().code() == McpSchema.ErrorCodes.INTERNAL_ERROR;
      return isDefect ? RpcErrors.invalidParams(request) : json(response);
    } catch (RuntimeException e) {
      // The SDK throws if it can't read the params.
      return RpcErrors.invalidParams(request);
    }
  }

  private static JsonObject json(JSONRPCResponse response) {
    try {
      return JsonParser.parseString(McpFeatures.MAPPER.writeValueAsString(response))
          .getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized McpStatelessServerHandler handler() {
    if (handler == null) {
      Object unused = McpFeatures.serve(this, tools);
    }
    return Objects.requireNonNull(handler);
  }
}
