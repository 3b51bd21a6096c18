package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.extender.protocol.MalformedCallException;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.fixtures.FuzzedInput;
import dev.plimsoll.kubernetes.fixtures.Mutations;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is in a call or the configuration, it is answered, or one sentence says why not. */
class FuzzedCallsPropertyTest {
  private static final int TRIES = 300;

  private final Extender extender =
      new Extender(
          ExtenderFixtures.cluster()
              .add(ExtenderFixtures.node("a", 8))
              .add(ExtenderFixtures.node("b", 8))
              .add(ExtenderFixtures.quota("team", 4))
              .add(ExtenderFixtures.pod("team", "p", 1, ""))
              .build(),
          ExtenderSettings.DEFAULT.withBind(),
          b -> "",
          Ticker.SYSTEM);

  private static void assertAnswered(String seed, long mutation, Function<InputStream, Object> verb)
      throws IOException {
    byte[] body = Mutations.of(FuzzedInput.seed(seed), new Random(mutation));
    FuzzedInput.denial(
            MalformedCallException.class,
            () -> assertThat(verb.apply(new ByteArrayInputStream(body))).isNotNull())
        .ifPresent(sentence -> assertThat(sentence).isNotBlank().hasLineCount(1));
  }

  @Property(tries = TRIES)
  void filter_is_answered(@ForAll long mutation) throws IOException {
    assertAnswered("filter.json", mutation, extender::filter);
  }

  @Property(tries = TRIES)
  void filter_with_whole_nodes_is_answered(@ForAll long mutation) throws IOException {
    assertAnswered("nodes.json", mutation, extender::filter);
  }

  @Property(tries = TRIES)
  void prioritize_is_answered(@ForAll long mutation) throws IOException {
    assertAnswered("filter.json", mutation, extender::prioritize);
  }

  @Property(tries = TRIES)
  void preempt_is_answered(@ForAll long mutation) throws IOException {
    assertAnswered("preempt.json", mutation, extender::preempt);
  }

  @Property(tries = TRIES)
  void bind_is_answered(@ForAll long mutation) throws IOException {
    assertAnswered("bind.json", mutation, extender::bind);
  }

  @Property(tries = TRIES)
  void configurations_are_read_or_denied(@ForAll long mutation) throws IOException {
    byte[] mutated = Mutations.of(FuzzedInput.seed("serve.yaml"), new Random(mutation));
    FuzzedInput.assertReadOrDenied(
        mutated,
        InputException.class,
        file -> assertThat(ServiceConfiguration.read(file)).isNotNull());
  }
}
