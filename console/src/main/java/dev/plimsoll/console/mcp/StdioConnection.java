package dev.plimsoll.console.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.console.tool.ClusterSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * One client on a pair of streams: a message a line. Requests are answered side by side; a
 * cancelled one is interrupted and gets no answer. A line that is no message is answered with an
 * error, and the next line is read.
 */
public final class StdioConnection {
  static final int LONGEST_LINE = 4 << 20;
  private static final int AT_ONCE = 4;
  private static final long LAST_ANSWERS_SECONDS = 60;

  private final McpEndpoint endpoint;
  private final ClusterSource source;
  private final OutputStream out;
  private final Map<Object, Future<?>> running = new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          AT_ONCE,
          task -> {
            Thread thread = new Thread(task, "plimsoll-mcp");
            thread.setDaemon(true);
            return thread;
          });

  /** Creates a connection that writes answers to a stream. */
  public StdioConnection(McpEndpoint endpoint, ClusterSource source, OutputStream out) {
    this.endpoint = endpoint;
    this.source = source;
    this.out = out;
  }

  /** Answers until the client has ended its stream and all its requests are answered. */
  public void serve(InputStream in) throws IOException, InterruptedException {
    LineReader lines =
        new LineReader(
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)), LONGEST_LINE);
    try {
      for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
        if (lines.isCut()) {
          String most = "at most %d characters a line".formatted(LONGEST_LINE);
          write(PlainJson.text(RpcErrors.invalid(most)));
        } else if (!line.get().isBlank()) {
          receive(line.get());
        }
      }
    } finally {
      threads.shutdown();
      boolean unused = threads.awaitTermination(LAST_ANSWERS_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void receive(String line) {
    Optional<RpcMessage> message = McpEndpoint.parse(line).map(RpcMessage::of);
    if (message.orElse(null) instanceof RpcMessage.Request request) {
      FutureTask<Void> task = new FutureTask<>(() -> answer(line, request), null);
      running.put(request.id(), task);
      threads.execute(task);
    } else if (message.orElse(null) instanceof RpcMessage.Notification notification
        && notification.method().equals(RpcMessage.CANCELLED)) {
      cancel(notification.params());
    } else {
      endpoint.answer(line, new Caller(source)).ifPresent(this::write);
    }
  }

  /** A request that is no longer running was answered or cancelled. */
  private void cancel(JsonObject params) {
    Optional.ofNullable(params.get("requestId"))
        .flatMap(RpcMessage::id)
        .map(running::remove)
        .ifPresent(task -> task.cancel(true));
  }

  private void answer(String line, RpcMessage.Request request) {
    Optional<JsonElement> token =
        Optional.ofNullable(request.params().get("_meta"))
            .filter(JsonElement::isJsonObject)
            .map(meta -> meta.getAsJsonObject().get("progressToken"))
            .filter(JsonElement::isJsonPrimitive);
    ProgressNotes notes = new ProgressNotes(token, this::write);
    notes.accept(0);
    Optional<String> answer = endpoint.answer(line, new Caller(source, notes));
    if (running.remove(request.id()) != null) {
      answer.ifPresent(this::write);
    }
  }

  private void write(String message) {
    byte[] line = (message + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      try {
        out.write(line);
        out.flush();
      } catch (IOException e) {
        // The client has gone; its end of the stream comes next.
      }
    }
  }
}
