package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.fixtures.FuzzedInput;
import dev.plimsoll.kubernetes.fixtures.Mutations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FuzzedKubeconfigPropertyTest {

  private static void assertReadOrDenied(byte[] kubeconfig) throws IOException {
    FuzzedInput.assertReadOrDenied(
        kubeconfig,
        InputException.class,
        file -> assertThat(KubeconfigFile.read(file).clusters()).isNotNull());
  }

  @Property(tries = 1000)
  void kubeconfigs_are_read_or_denied(@ForAll long mutation) throws IOException {
    assertReadOrDenied(Mutations.of(FuzzedInput.seed("kubeconfig.yaml"), new Random(mutation)));
  }

  @Test
  void a_context_of_aliases_is_not_expanded() throws IOException {
    StringBuilder yaml = new StringBuilder("l0: &l0 [x]\n");
    for (int i = 1; i < 25; i++) {
      yaml.append("l%d: &l%d [*l%d, *l%d]\n".formatted(i, i, i - 1, i - 1));
    }
    yaml.append("current-context: *l24\n");
    assertReadOrDenied(yaml.toString().getBytes(StandardCharsets.UTF_8));
  }
}
