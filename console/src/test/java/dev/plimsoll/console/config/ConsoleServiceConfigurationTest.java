package dev.plimsoll.console.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.server.config.ConsoleSettings;
import dev.plimsoll.server.config.ServerConfiguration;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleServiceConfigurationTest {
  private static final String TYPE =
      "apiVersion: config.plimsoll.dev/v1alpha1\nkind: ServiceConfiguration\n";

  @TempDir private Path folder;

  private Optional<ConsoleServiceConfiguration> read(String yaml) {
    try {
      return ConsoleServiceConfiguration.read(
          Files.writeString(folder.resolve("serve.yaml"), TYPE + yaml));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "console: {enabled: true}",
        "scheduler: {enabled: true}",
        "scheduler: {enabled: 'no'}",
        "scheduler: [enabled]",
        "scheduler: {enabled: false}\nconsole: {enabled: false}"
      })
  void it_is_not_alone_unless_the_file_says_so(String yaml) {
    assertThat(read(yaml)).isEmpty();
  }

  @Test
  void all_has_a_default() {
    assertThat(read("scheduler: {enabled: false}"))
        .contains(
            new ConsoleServiceConfiguration(
                ServerConfiguration.DEFAULT,
                ConsoleSettings.DEFAULT.http(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of()));
  }

  @Test
  void all_can_be_set() throws IOException {
    Files.writeString(
        folder.resolve("policy.yaml"),
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants: [{name: vision, namespaces: [vision]}]
          resources: [{name: nvidia.com/gpu}]
        """);

    ConsoleServiceConfiguration read =
        read("""
            scheduler: {enabled: false}
            console:
              listen: {port: 1}
              extender: {url: 'https://extender:8444/', certificateAuthority: ca.crt}
              prometheus: {url: 'http://prometheus:9090/of/all', labels: {cluster: 'a "b"\\'}}
            policy: policy.yaml
            """)
            .orElseThrow();

    assertThat(read.http().port()).isEqualTo(1);
    assertThat(read.extender())
        .contains(
            new ExtenderAddress(
                URI.create("https://extender:8444"), Optional.of(folder.resolve("ca.crt"))));
    assertThat(read.prometheus().orElseThrow().url())
        .isEqualTo(URI.create("http://prometheus:9090/of/all"));
    assertThat(read.prometheus().orElseThrow().matchers())
        .isEqualTo(",cluster=\"a \\\"b\\\"\\\\\"");
    assertThat(read.policies()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{url: prometheus:9090}",
        "{url: 'ftp://prometheus'}",
        "{url: 'http://me:secret@prometheus'}",
        "{url: 'http://prometheus?a=b'}",
        "{url: 'http://'}",
        "{labels: {cluster: a}}",
        "{url: 'http://prometheus', labels: {a-b: c}}",
        "{url: 'http://prometheus', token: c}"
      })
  void what_is_no_address_of_prometheus_is_told(String prometheus) {
    assertThatThrownBy(
            () -> read("scheduler: {enabled: false}\nconsole: {prometheus: " + prometheus + "}"))
        .isInstanceOf(InputException.class)
        .message()
        .contains("line 4: console.prometheus")
        .hasLineCount(1);
  }

  @Test
  void mistakes_are_told_with_their_lines() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    scheduler:
                      enabled: false
                      bind: true
                    console:
                      listen: {address: 0.0.0.0}
                      extender: {certificateAuthority: ca.crt}
                    journal: {decisions: 5}
                    """))
        .isInstanceOf(InputException.class)
        .message()
        .contains("line 5: scheduler.bind is an unknown key")
        .contains("line 7: console.listen.address is \"0.0.0.0\", which others can reach")
        .contains("console.extender.url is required")
        .contains("line 9: journal is an unknown key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://extender:8444",
        "https://user:secret@extender:8444",
        "https://extender:8444/path",
        "https://extender:8444?x=1",
        "ftp://127.0.0.1",
        "https:",
        "extender"
      })
  void tokens_are_sent_nowhere_but_to_a_host_over_tls_or_to_this_one(String url) {
    assertThatThrownBy(() -> read(withExtender(url)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("console.extender.url is \"" + url + "\": must be https://HOST:PORT");
    assertThat(read(withExtender("http://127.0.0.1:1"))).isPresent();
  }

  private static String withExtender(String url) {
    return "scheduler: {enabled: false}\nconsole: {extender: {url: '" + url + "'}}";
  }

  @Test
  void the_manifests_play_the_role_over_tls() {
    Path manifest =
        Path.of(System.getProperty("plimsoll.root", ".."), "manifests/console/serve.yaml");

    ConsoleServiceConfiguration read = ConsoleServiceConfiguration.read(manifest).orElseThrow();

    assertThat(read.http().tls().isOn()).isTrue();
    assertThat(read.http().open()).isFalse();
    assertThat(read.server().management()).isPresent();
  }
}
