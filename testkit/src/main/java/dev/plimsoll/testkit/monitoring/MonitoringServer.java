package dev.plimsoll.testkit.monitoring;

import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.Program;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Prometheus, a Pushgateway or an Alertmanager that runs, from its packages in Debian. */
public final class MonitoringServer implements AutoCloseable {
  /** The programs, as the packages call them. */
  private static final List<String> PROGRAMS =
      List.of("prometheus", "promtool", "prometheus-pushgateway");

  private static final String ALERTMANAGER = "prometheus-alertmanager";

  private final Program program;
  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  private MonitoringServer(Program program, int port) {
    this.program = program;
    this.port = port;
  }

  /** Returns a sentence with the programs that are not installed; empty if all are. */
  public static Optional<String> missing() {
    List<String> missing = PROGRAMS.stream().filter(p -> find(p).isEmpty()).toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join(", ", missing)
                + " not found on the PATH: apt-get install prometheus prometheus-pushgateway");
  }

  /** Returns a sentence if Alertmanager is not installed. */
  public static Optional<String> missingAlertmanager() {
    return find(ALERTMANAGER).isPresent()
        ? Optional.empty()
        : Optional.of(
            ALERTMANAGER + " not found on the PATH: apt-get install prometheus-alertmanager");
  }

  private static Optional<Path> find(String name) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(f -> Path.of(f).resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Path program(String name) {
    return find(name).orElseThrow(() -> new IllegalStateException(name + " is not installed"));
  }

  /**
   * Starts Prometheus, which scrapes each target once a second, its labels kept.
   *
   * @param folder its data; blocks that are there already are served
   * @param targets such as {@code 127.0.0.1:9091}
   */
  public static MonitoringServer prometheus(Path folder, List<String> targets) throws Exception {
    Path configuration =
        Files.writeString(
            folder.resolve("prometheus.yml"),
            """
            global: {scrape_interval: 1s, scrape_timeout: 1s}
            scrape_configs:
              - {job_name: pushgateway, honor_labels: true, static_configs: [{targets: %s}]}
            """
                .formatted(targets));
    return prometheus(folder, configuration);
  }

  /**
   * Starts Prometheus with a configuration.
   *
   * @param folder its data; blocks that are there already are served
   */
  public static MonitoringServer prometheus(Path folder, Path configuration) throws Exception {
    return start(
        folder,
        "prometheus",
        List.of(
            "--config.file=" + configuration,
            "--storage.tsdb.path=" + folder,
            "--storage.tsdb.retention.time=100y"));
  }

  /** Starts a Pushgateway without metrics. */
  public static MonitoringServer pushgateway(Path folder) throws Exception {
    return start(folder, "prometheus-pushgateway", List.of());
  }

  /**
   * Starts an Alertmanager, which tells a webhook of each alert by itself.
   *
   * @param folder its data
   * @param webhook the URL that it posts notifications to
   */
  public static MonitoringServer alertmanager(Path folder, int port, String webhook)
      throws Exception {
    Path configuration =
        Files.writeString(
            folder.resolve("alertmanager.yml"),
            """
            route: {receiver: test, group_by: ['...'], group_wait: 0s, group_interval: 1s}
            receivers:
              - {name: test, webhook_configs: [{url: "%s", send_resolved: true}]}
            """
                .formatted(webhook));
    List<String> flags =
        List.of(
            "--config.file=" + configuration,
            "--storage.path=" + folder,
            "--cluster.listen-address=");
    return start(folder, ALERTMANAGER, flags, port);
  }

  private static MonitoringServer start(Path folder, String name, List<String> flags)
      throws Exception {
    return start(folder, name, flags, Program.freePort());
  }

  private static MonitoringServer start(Path folder, String name, List<String> flags, int port)
      throws Exception {
    List<String> all = new ArrayList<>(flags);
    all.add("--web.listen-address=127.0.0.1:" + port);
    Program program = Program.start(folder, program(name), all);
    MonitoringServer server = new MonitoringServer(program, port);
    Await.until(
        name + " is ready",
        () -> {
          program.requireRunning();
          return server.isReady();
        });
    return server;
  }

  /**
   * Makes blocks of recorded samples, for Prometheus to serve.
   *
   * @param samples a file in the format of OpenMetrics
   */
  public static void backfill(Path folder, Path samples) throws InterruptedException {
    List<String> flags =
        List.of("tsdb", "create-blocks-from", "openmetrics", "" + samples, "" + folder);
    try (Program promtool = Program.start(folder, program("promtool"), flags)) {
      promtool.requireSuccess();
    }
  }

  /**
   * Has promtool check a configuration of Prometheus, without the files that it names.
   *
   * @throws IllegalStateException with what it printed, if there is something wrong
   */
  public static void checkConfiguration(Path folder, Path configuration)
      throws InterruptedException {
    List<String> flags = List.of("check", "config", "--syntax-only", "" + configuration);
    try (Program promtool = Program.start(folder, program("promtool"), flags)) {
      promtool.requireSuccess();
    }
  }

  /** Returns the host and port that it listens on. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** Returns its URL. */
  public String url() {
    return "http://" + address();
  }

  private boolean isReady() throws InterruptedException {
    try {
      return get("/-/ready").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the page at a path.
   *
   * @throws IOException if it doesn't answer, or with an error
   */
  public String page(String path) throws IOException, InterruptedException {
    HttpResponse<String> response = get(path);
    if (response.statusCode() != 200) {
      throw new IOException(path + ": " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    program.close();
  }
}
