package dev.plimsoll.extender.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.prometheus.UsageMetric;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.server.config.BacktestSettings;
import dev.plimsoll.server.config.ConsoleSettings;
import dev.plimsoll.server.config.PrometheusSettings;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.TlsSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceConfigurationTest {
  private static final String POLICY =
      """
      apiVersion: plimsoll.dev/v1alpha1
      kind: CapacityPolicy
      metadata: {name: gpus}
      spec:
        tenants: [{name: vision, namespaces: [vision]}]
        resources: [{name: nvidia.com/gpu}]
      """;

  private static final String HEADER =
      "apiVersion: config.plimsoll.dev/v1alpha1\nkind: ServiceConfiguration\n";

  @TempDir Path folder;

  private ServiceConfiguration read(String text) throws IOException {
    return ServiceConfiguration.read(
        Files.writeString(folder.resolve("serve.yaml"), HEADER + text));
  }

  @Test
  void what_is_left_out_has_its_default() throws IOException {
    ServiceConfiguration defaults =
        new ServiceConfiguration(
            new ServerConfiguration(
                Optional.empty(),
                Optional.empty(),
                ClusterAccess.DEFAULT,
                Duration.ofSeconds(180),
                new LeaderElectionSettings(
                    false, "plimsoll", "plimsoll-extender", Duration.ofSeconds(15))),
            new HttpSettings("127.0.0.1", 8888, 16, 256, 16 << 20, Duration.ofSeconds(30)),
            new ConsoleSettings(
                true,
                new HttpSettings("127.0.0.1", 8890, 16, 64, 1 << 20, Duration.ofSeconds(30)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            new ExtenderSettings(
                true,
                Set.of(),
                Duration.ofSeconds(30),
                false,
                new ReservationSettings(Duration.ofMinutes(5), Duration.ofHours(1), 10),
                List.of()),
            new RequeueSettings(10, 10),
            new JournalSettings(10_000, Optional.empty(), 64 << 20, 4),
            Optional.empty(),
            Optional.empty());

    assertThat(read("")).isEqualTo(defaults);
    assertThat(read("scheduler: {}\nconsole:\n")).isEqualTo(defaults);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{idleSeconds: 60} | deviceUsage.prometheus.url is required",
        "{prometheus: {url: x}} | must be a URL such as",
        "{prometheus: {url: 'http://a'}, metrics: [gpu]} | must be a metric and its value"
      })
  void usage_without_a_source_is_a_mistake(String section, String mistake) {
    assertThatThrownBy(() -> read("deviceUsage: " + section))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(mistake);
  }

  @Test
  void every_key_is_read() throws IOException {
    Files.writeString(folder.resolve("policy.yaml"), POLICY);
    ServiceConfiguration configuration =
        read(
            """
            management: {address: 127.0.0.1, port: 8081}
            metrics:
              listen:
                address: 0.0.0.0
                port: 8083
                threads: 2
                queueSize: 4
                largestBodyMebibytes: 1
                idleSeconds: 5
                tls: {certificate: tls.crt, key: tls.key, clientCa: ca.crt, clients: {metrics: [one]}}
            console:
              enabled: false
              listen:
                address: 0.0.0.0
                port: 8444
                tls: {certificate: tls.crt, key: tls.key, clientCa: ca.crt, clients: {api: [], metrics: [three]}}
              prometheus: {url: "http://prometheus:9090", labels: {cluster: a}}
              backtest: {demand: demand.csv, policy: p.yaml}
              prices: prices.yaml
            cluster: {kubeconfig: /home/me/config, context: there, staleAfterSeconds: 60}
            leaderElection:
              leaderElect: true
              resourceNamespace: other
              resourceName: lease
              leaseSeconds: 30
            scheduler:
              quotaAtPlacement: false
              assumedPodSeconds: 5
              ignoredByScheduler: [nvidia.com/gpu, example.com/fpga]
              bind: true
              reservations: {afterSeconds: 1, ttlSeconds: 60, mostPercent: 100}
              listen:
                address: 0.0.0.0
                port: 8443
                threads: 4
                queueSize: 8
                largestBodyMebibytes: 2
                idleSeconds: 5
                tls: {certificate: tls.crt, key: /etc/tls.key, clientCa: ca.crt, clients: {scheduler: [one, two]}}
            requeue: {podsPerSecond: 0, eventsPerSecond: 1}
            journal: {decisions: 10, file: decisions.jsonl, fileMebibytes: 1, files: 2}
            deviceHours: {file: hours.jsonl}
            deviceUsage:
              prometheus: {url: "http://prometheus:9090", labels: {cluster: a}}
              metrics: [gpu_gfx_activity=100]
              idleSeconds: 3600
              idleThresholdPercent: 2
            policy: policy.yaml
            """);

    assertThat(configuration.server())
        .isEqualTo(
            new ServerConfiguration(
                Optional.of(new HttpSettings("127.0.0.1", 8081, 2, 16, 0, Duration.ofSeconds(10))),
                Optional.of(
                    new HttpSettings(
                        "0.0.0.0",
                        8083,
                        2,
                        4,
                        1 << 20,
                        Duration.ofSeconds(5),
                        new TlsSettings(
                            List.of(folder.resolve("tls.crt")),
                            List.of(folder.resolve("tls.key")),
                            List.of(folder.resolve("ca.crt")),
                            true,
                            Map.of("metrics", Set.of("one")),
                            Duration.ofSeconds(10)),
                        false)),
                new ClusterAccess(Optional.of(Path.of("/home/me/config")), Optional.of("there")),
                Duration.ofSeconds(60),
                new LeaderElectionSettings(true, "other", "lease", Duration.ofSeconds(30))));
    assertThat(configuration.scheduler())
        .isEqualTo(
            new HttpSettings(
                "0.0.0.0",
                8443,
                4,
                8,
                2 << 20,
                Duration.ofSeconds(5),
                new TlsSettings(
                    List.of(folder.resolve("tls.crt")),
                    List.of(Path.of("/etc/tls.key")),
                    List.of(folder.resolve("ca.crt")),
                    false,
                    Map.of("scheduler", Set.of("one", "two")),
                    Duration.ofSeconds(10)),
                false));
    assertThat(configuration.console())
        .isEqualTo(
            new ConsoleSettings(
                false,
                new HttpSettings(
                    "0.0.0.0",
                    8444,
                    16,
                    64,
                    1 << 20,
                    Duration.ofSeconds(30),
                    new TlsSettings(
                        List.of(folder.resolve("tls.crt")),
                        List.of(folder.resolve("tls.key")),
                        List.of(folder.resolve("ca.crt")),
                        true,
                        Map.of("api", Set.of(), "metrics", Set.of("three")),
                        Duration.ofSeconds(10)),
                    false),
                Optional.of(
                    new PrometheusSettings(
                        URI.create("http://prometheus:9090"), Map.of("cluster", "a"))),
                Optional.of(
                    new BacktestSettings(
                        folder.resolve("demand.csv"), Optional.of(folder.resolve("p.yaml")))),
                Optional.of(folder.resolve("prices.yaml"))));
    assertThat(configuration.settings().withPolicies(List.of()))
        .isEqualTo(
            new ExtenderSettings(
                false,
                Set.of(ResourceName.of("nvidia.com/gpu"), ResourceName.of("example.com/fpga")),
                Duration.ofSeconds(5),
                true,
                new ReservationSettings(Duration.ofSeconds(1), Duration.ofSeconds(60), 100),
                List.of()));
    assertThat(configuration.settings().policies())
        .extracting(CapacityPolicy::name)
        .containsExactly("gpus");
    assertThat(configuration.requeue()).isEqualTo(new RequeueSettings(0, 1));
    assertThat(configuration.deviceUsage())
        .hasValueSatisfying(
            usage -> {
              assertThat(usage.prometheus().matchers()).isEqualTo(",cluster=\"a\"");
              assertThat(usage.metrics())
                  .last()
                  .isEqualTo(new UsageMetric("gpu_gfx_activity", 100));
              assertThat(usage.rule()).isEqualTo(new IdleRule(2, Duration.ofHours(1)));
            });
    assertThat(configuration.deviceHours()).contains(folder.resolve("hours.jsonl"));
    assertThat(configuration.journal())
        .isEqualTo(
            new JournalSettings(10, Optional.of(folder.resolve("decisions.jsonl")), 1 << 20, 2));
  }

  @Test
  void all_mistakes_are_told_at_once_with_their_lines() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    scheduler:
                      listen:
                        prt: 1
                        port: 70000
                        threads: "8"
                        tls: {certificate: tls.crt}
                      quotaAtPlacement: maybe
                      ignoredByScheduler: [cpu, a b/c]
                    cluster: {context: 1234, staleAfterSeconds: 5}
                    leaderElection: {leaseSeconds: 1}
                    requeue: {podsPerSecond: -1}
                    journal: {files: 0}
                    waking: {}
                    """))
        .isInstanceOf(InputException.class)
        .message()
        .satisfies(
            message ->
                assertThat(message.replace(folder.resolve("serve.yaml").toString(), "serve.yaml"))
                    .isEqualTo(
                        """
                        serve.yaml, line 5: scheduler.listen.prt is an unknown key; valid keys: address, \
                        idleSeconds, insecure, largestBodyMebibytes, port, queueSize, threads, tls.
                        serve.yaml, line 6: scheduler.listen.port must be an integer from 0 to 65535, got 70000.
                        serve.yaml, line 7: scheduler.listen.threads must be an integer from 2 to 1000, got 8.
                        serve.yaml, line 8: scheduler.listen.tls.certificate must be set together with key.
                        serve.yaml, line 9: scheduler.quotaAtPlacement must be true or false, got \
                        maybe.
                        serve.yaml, line 10: scheduler.ignoredByScheduler[0] is "cpu": must be an \
                        extended resource, such as nvidia.com/gpu.
                        serve.yaml, line 10: scheduler.ignoredByScheduler[1] is "a b/c": must be an \
                        extended resource, such as nvidia.com/gpu.
                        serve.yaml, line 11: cluster.context must be a string, got 1234; quote it.
                        serve.yaml, line 11: cluster.staleAfterSeconds must be an integer from 10 to \
                        86400, got 5.
                        serve.yaml, line 12: leaderElection.leaseSeconds must be an integer from 3 to \
                        3600, got 1.
                        serve.yaml, line 13: requeue.podsPerSecond must be an integer from 0 to 1000, \
                        got -1.
                        serve.yaml, line 14: journal.files must be an integer from 1 to 100, got 0.
                        serve.yaml, line 15: waking is an unknown key; valid keys: admission, apiVersion, \
                        cluster, console, deviceHours, deviceUsage, journal, kind, leaderElection, management, metrics, policy, requeue, scheduler.\
                        """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scheduler: {listen: {address: 0.0.0.0}} | scheduler.listen.address is \"0.0.0.0\", which others can reach: set tls with clientCa",
        "scheduler: {listen: {address: '::'}} | scheduler.listen.address is \"::\", which others can reach",
        "scheduler: {listen: {address: 0.0.0.0, tls: {certificate: a, key: b}}} | which others can reach: set tls with clientCa",
        "console: {listen: {address: 0.0.0.0}} | console.listen.address is \"0.0.0.0\", which others can reach: set tls, or",
        "scheduler: {listen: {tls: {clientCa: ca.crt}}} | scheduler.listen.tls.clientCa must be set together with certificate",
        "console: {listen: {tls: {certificate: a, key: b, clients: {api: [c]}}}} | console.listen.tls.clients must be set",
        "console: {listen: {port: 8888}} | console must not listen on the port of scheduler, 8888",
        "management: {address: 0.0.0.0} | management.port is required",
        "management: {port: 8081, metrics: true} | management.metrics is an unknown key",
        "metrics: {listen: {tls: {certificate: a}}} | metrics.listen.tls.certificate must be set together with key",
        "metrics: {listen: {tls: {clients: {metrics: [a]}}}} | metrics.listen.tls.clients must be set together with clientCa"
      })
  void what_would_let_anybody_in_is_a_mistake(String text, String sentence) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void listening_to_others_without_tls_must_be_asked_for_by_name() throws IOException {
    HttpSettings open = read("scheduler: {listen: {address: 0.0.0.0, insecure: true}}").scheduler();

    assertThat(open.address()).isEqualTo("0.0.0.0");
    assertThat(open.open()).isTrue();
    for (String loopback : List.of("localhost", "::1", "127.0.0.2")) {
      String listen = "{listen: {address: '" + loopback + "'}}";
      assertThat(read("scheduler: " + listen).scheduler().open()).isTrue();
      assertThat(read("console: " + listen).console().http().open()).isTrue();
    }
  }

  @Test
  void a_console_that_others_can_reach_answers_nobody_who_is_not_known() throws IOException {
    HttpSettings http =
        read("console: {listen: {address: 0.0.0.0, tls: {certificate: a, key: b}}}")
            .console()
            .http();

    assertThat(http.open()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "listen: {port: 8888}\napi: {tokens: true}\n",
        "scheduler: {bind: true}\nkind: x\n"
      })
  void a_file_from_before_there_were_roles_is_told_what_to_change(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("old.yaml"), text);

    assertThatThrownBy(() -> ServiceConfiguration.read(file))
        .isInstanceOf(InputException.class)
        .message()
        .startsWith(file + ": apiVersion is missing: begin the file with")
        .contains("move listen to scheduler.listen")
        .doesNotContain("\n");
  }

  @Test
  void a_file_of_another_kind_is_not_taken_for_one() {
    assertThatThrownBy(
            () ->
                ServiceConfiguration.read(
                    Files.writeString(
                        folder.resolve("other.yaml"), "apiVersion: v1\nkind: ConfigMap\n")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("apiVersion must be config.plimsoll.dev/v1alpha1")
        .hasMessageContaining("kind must be ServiceConfiguration");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "console: {}\\nconsole: {} | line 4: console is a duplicate key",
        "a: 1\\n---\\nb: 2 | line 4: is not correct YAML",
        "a: b: c | line 3: is not correct YAML",
        "policy: none.yaml | none.yaml does not exist"
      })
  void what_is_no_such_document_is_told_with_its_line(String text, String sentence) {
    assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void what_is_no_text_can_not_be_read() throws IOException {
    Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});

    for (Path file : List.of(bytes, folder, folder.resolve("nothing"))) {
      assertThatThrownBy(() -> ServiceConfiguration.read(file))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(file.toString());
    }
  }
}
