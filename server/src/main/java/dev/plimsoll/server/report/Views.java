package dev.plimsoll.server.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.http.Route;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Routes of a console other than reports.
 *
 * @param routes the routes
 * @param openApiPaths those of the API among them, as OpenAPI describes {@code paths}
 * @param metrics what is exposed of what they show
 * @param duties what is to be done from time to time for that
 */
public record Views(
    List<Route> routes, JsonObject openApiPaths, List<MultiCollector> metrics, List<Duty> duties) {

  /** Makes views. */
  @FunctionalInterface
  public interface Factory {
    /** No views, where there is no page. */
    Factory NONE =
        (reports, policies) -> new Views(List.of(), new JsonObject(), List.of(), List.of());

    /**
     * Returns the views of a cluster.
     *
     * @param reports makes routes by what callers may see
     * @param policies returns the policies in force
     */
    Views of(Reports reports, Supplier<? extends Collection<CapacityPolicy>> policies);
  }

  /**
   * Something to be done from time to time, at the lowest priority.
   *
   * @param name of its thread
   * @param interval the pause between two times
   * @param needed whether the process is of no use where one time doesn't end
   */
  public record Duty(String name, Duration interval, boolean needed, PeriodicTask.Body body) {
    private static final int REST_FACTOR = 9;

    private PeriodicTask start() {
      RunInterval runs = RunInterval.every(interval).after(Duration.ZERO).resting(REST_FACTOR);
      return PeriodicTask.start(
          name,
          needed ? runs : runs.lasting(),
          body,
          Executors.newSingleThreadExecutor(this::thread));
    }

    @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it; it is only polite.
    private Thread thread(Runnable run) {
      Thread thread = new Thread(run, "plimsoll-" + name);
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      return thread;
    }
  }

  public Views {
    routes = List.copyOf(routes);
    metrics = List.copyOf(metrics);
    duties = List.copyOf(duties);
  }

  /** Exposes the metrics and starts the duties. The caller closes them. */
  public List<PeriodicTask> start(ServerDependencies dependencies) {
    metrics.forEach(dependencies.registry()::registerAll);
    List<PeriodicTask> started = duties.stream().map(Duty::start).toList();
    started.forEach(task -> dependencies.addDuty(task::status));
    return started;
  }
}
