package dev.plimsoll.admission.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeTry;

/** What holds whatever fails, and in whatever order the replicas go on. */
class CertificateRotationPropertyTest {
  private static final int STEPS = 30;

  /** Thousands of steps would be told. */
  private final Logger log = Logger.getLogger(CertificateRotation.class.getName());

  @BeforeTry
  void tellNothing() {
    log.setLevel(Level.OFF);
  }

  @AfterContainer
  static void tell() {
    Logger.getLogger(CertificateRotation.class.getName()).setLevel(null);
  }

  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void every_API_server_trusts_what_every_replica_serves(@ForAll long seed) {
    assertThat(run(seed, RotationModel.SETTLING).violations()).isEmpty();
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void a_leader_that_is_left_alone_comes_to_the_end(@ForAll long seed) throws Exception {
    assertThat(run(seed, RotationModel.SETTLING).unsettled()).isEmpty();
  }

  /** Shows that the model would find it. */
  @Example
  void a_new_CA_that_signs_before_API_servers_have_seen_it_is_found() {
    int found = 0;
    for (int seed = 0; seed < 40; seed++) {
      found += run(seed, Duration.ZERO).violations().isEmpty() ? 0 : 1;
    }

    assertThat(found).isGreaterThan(1);
  }

  private static RotationModel run(long seed, Duration settling) {
    RotationModel model = new RotationModel(seed, settling);
    for (int i = 0; i < STEPS; i++) {
      model.step();
    }
    return model;
  }
}
