package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
  private static final int CLIENTS = 6;
  private static final int WRITES = 20;
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final KubeApiServer server = KubeApiServer.start();
  private final HttpCalls httpCalls = HttpCalls.of(server);
  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);

  @AfterEach
  void close() {
    threads.shutdownNow();
    server.close();
  }

  private void byAll(Callable<?> task) throws Exception {
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      running.add(threads.submit(task));
    }
    for (Future<?> done : running) {
      done.get();
    }
  }

  @Test
  void no_write_is_lost_where_clients_write_what_they_have_read() throws Exception {
    httpCalls.post(MAPS, "{\"metadata\": {\"name\": \"m\"}, \"data\": {\"n\": \"0\"}}");
    byAll(
        () -> {
          for (int done = 0; done < WRITES; ) {
            JsonObject map = httpCalls.get(MAPS + "/m");
            int next = Integer.parseInt(JsonPaths.text(map, "data", "n")) + 1;
            map.getAsJsonObject("data").addProperty("n", String.valueOf(next));
            done +=
                httpCalls.send("PUT", MAPS + "/m", JsonPaths.text(map)).statusCode() == 200 ? 1 : 0;
          }
          return true;
        });
    assertThat(JsonPaths.text(httpCalls.get(MAPS + "/m"), "data", "n"))
        .isEqualTo(String.valueOf(CLIENTS * WRITES));
  }

  @Test
  void a_watch_misses_nothing_and_keeps_the_order_of_versions() throws Exception {
    HttpCalls.Watching watch = httpCalls.watch(MAPS + "?watch=1");
    byAll(
        () -> {
          for (int i = 0; i < WRITES; i++) {
            httpCalls.post(MAPS, "{\"metadata\": {\"generateName\": \"m-\"}}");
          }
          return true;
        });
    List<Long> versions =
        IntStream.range(0, CLIENTS * WRITES)
            .mapToObj(i -> JsonPaths.text(watch.next(), "object", "metadata", "resourceVersion"))
            .map(Long::valueOf)
            .toList();
    assertThat(versions).isSorted().doesNotHaveDuplicates();
  }
}
