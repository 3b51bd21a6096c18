package dev.plimsoll.extender.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceConfigurationTest {
  @TempDir Path folder;

  private ServiceConfiguration read(String text) throws IOException {
    return ServiceConfiguration.read(Files.writeString(folder.resolve("serve.yaml"), text));
  }

  @Test
  void what_is_left_out_has_its_default() throws IOException {
    ServiceConfiguration configuration = read("scheduler:\n  assumedPodSeconds: 5\n");

    assertThat(configuration.settings().assumedPodTtl()).isEqualTo(Duration.ofSeconds(5));
    assertThat(configuration.settings().quotaAtPlacement()).isTrue();
    assertThat(configuration.http().port()).isEqualTo(8888);
    assertThat(read("").http().address()).isEqualTo("127.0.0.1");
  }

  @Test
  void the_policy_is_read_from_the_file_beside() throws IOException {
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

    assertThat(read("policy: policy.yaml\n").settings().policies())
        .extracting(CapacityPolicy::name)
        .containsExactly("gpus");
    assertThat(read("").settings().policies()).isEmpty();
  }

  @Test
  void what_is_no_text_can_not_be_read() throws IOException {
    Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});

    for (Path file : List.of(bytes, folder, folder.resolve("nothing"))) {
      assertThatThrownBy(() -> ServiceConfiguration.read(file))
          .isInstanceOf(InputException.class)
          .hasMessage(file + " can't be read: it does not exist or is not a text file.");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "listen:\\n  prt: 1 | line 2: listen.prt is no key of this file",
        "listen:\\n  port: 70000 | line 2: listen.port must be a whole number from 0 to 65535",
        "listen: 5 | line 1: listen must be a section of keys",
        "scheduler:\\n"
            + "  quotaAtPlacement: maybe | line 2: scheduler.quotaAtPlacement must be true or",
        "scheduler:\\n"
            + "  ignoredByScheduler: x | line 2: scheduler.ignoredByScheduler must be a list",
        "scheduler:\\n"
            + "  ignoredByScheduler: [cpu] | line 2: scheduler.ignoredByScheduler must name ext",
        "scheduler:\\n"
            + "  ignoredByScheduler: [a b/c] | line 2: scheduler.ignoredByScheduler must name e",
        "listen: {port: 1}\\nlisten: {port: 2} | line 2: listen is given twice; leave one",
        "a: 1\\n---\\nb: 2 | line 2: is not correct YAML",
        "a: b: c | line 1: is not correct YAML"
      })
  void a_mistake_is_named_with_key_and_line(String text, String sentence) {
    assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(sentence);
  }
}
