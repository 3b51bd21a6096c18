package dev.plimsoll.console.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.console.tool.ClusterSource;
import dev.plimsoll.console.tool.ClusterView;
import dev.plimsoll.console.tool.Starts;
import dev.plimsoll.console.tool.ToolSources;
import dev.plimsoll.console.tool.Tools;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.access.AccessException;
import dev.plimsoll.server.access.CallerAccess;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Visibility;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The protocol over HTTP ("streamable HTTP"), without sessions and without streams: each message is
 * a POST, and its answer is JSON. A caller is answered from what its token lets it see, like a
 * caller of the API.
 */
public final class McpRoutes {
  private static final String PATH = "/mcp";
  private static final String VERSION = "MCP-Protocol-Version";
  private static final int LARGEST_BODY = 1 << 20;
  private static final Reply ACCEPTED = new Reply(202, Reply.JSON, new byte[0]);
  private static final Reply TOO_LARGE =
      Reply.error(413, "body exceeds the limit of " + LARGEST_BODY + " bytes");
  private static final Reply NO_STREAM =
      Reply.error(405, "method not allowed; send each message with POST")
          .withHeaders(Map.of("Allow", "POST"));

  private final Reports reports;
  private final Supplier<? extends Collection<CapacityPolicy>> policies;
  private final Supplier<Starts> starts;
  private final McpEndpoint endpoint;

  /**
   * Creates the routes.
   *
   * @param policies the capacity policies in force
   * @param starts the start estimates of the whole cluster
   */
  public McpRoutes(
      Reports reports,
      Supplier<? extends Collection<CapacityPolicy>> policies,
      Supplier<Starts> starts,
      ToolSources sources) {
    this.reports = reports;
    this.policies = policies;
    this.starts = starts;
    this.endpoint = new McpEndpoint(new Tools(sources));
  }

  /** Returns the routes. */
  public List<Route> all() {
    return List.of(reports.post(PATH, this::answer), Route.get(PATH, call -> NO_STREAM));
  }

  private Reply answer(Call call, CallerAccess access) {
    Optional<String> unknown =
        call.header().apply(VERSION).filter(v -> !McpEndpoint.VERSIONS.contains(v));
    if (unknown.isPresent()) {
      return Reply.error(
          400,
          "unsupported %s; expected %s"
              .formatted(VERSION, String.join(", ", McpEndpoint.VERSIONS)));
    }
    byte[] body = body(call);
    if (body.length > LARGEST_BODY) {
      return TOO_LARGE;
    }
    String message = new String(body, StandardCharsets.UTF_8);
    Caller caller = new Caller(source(message, access));
    return reports.answer(
        () ->
            endpoint
                .answer(message, caller)
                .map(json -> Reply.json(json.getBytes(StandardCharsets.UTF_8)))
                .orElse(ACCEPTED));
  }

  private static byte[] body(Call call) {
    try {
      return call.body().readNBytes(LARGEST_BODY + 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Looks up what the caller may see before the caller waits for its turn. */
  private ClusterSource source(String message, CallerAccess access) {
    Optional<String> namespace =
        McpEndpoint.parse(message).flatMap(McpRoutes::arguments).flatMap(Tools::namespace);
    try {
      Visibility visibility = reports.visibility(namespace, access);
      return (asked, progress) ->
          asked.equals(namespace) ? view(visibility) : view(reports.visibility(asked, access));
    } catch (AccessException e) {
      return (asked, progress) -> {
        throw e;
      };
    }
  }

  private static Optional<JsonObject> arguments(JsonElement message) {
    return RpcMessage.of(message) instanceof RpcMessage.Request request
            && request.params().get("arguments") instanceof JsonObject arguments
        ? Optional.of(arguments)
        : Optional.empty();
  }

  private ClusterView view(Visibility visibility) {
    Cluster whole = reports.cluster();
    return new ClusterView(
        Simulation.of(visibility.of(whole), AdmissionChain.standard(), DefaultPlugins.scheduler()),
        reports.holds(visibility),
        visibility,
        whole,
        List.copyOf(policies.get()),
        starts);
  }
}
