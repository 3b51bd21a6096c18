package dev.plimsoll.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SelfSignedTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Clock clock = mock();

  @BeforeEach
  void start() {
    when(clock.instant()).thenReturn(START);
  }

  @Test
  void a_certificate_is_signed_by_itself_with_its_own_key() throws Exception {
    KeyedCertificate made = SelfSigned.of(clock).current();

    made.certificate().verify(made.certificate().getPublicKey());
    assertThat(KeyedCertificate.of(made.chain(), made.key())).isEqualTo(made);
    assertThat(made.notAfter()).isEqualTo(START.plus(Duration.ofDays(365)));
  }

  @Test
  void a_certificate_is_replaced_long_before_it_expires() {
    SelfSigned source = SelfSigned.of(clock);
    KeyedCertificate first = source.current();

    when(clock.instant()).thenReturn(START.plus(Duration.ofDays(182)));
    assertThat(source.current()).isSameAs(first);

    when(clock.instant()).thenReturn(START.plus(Duration.ofDays(183)));
    KeyedCertificate second = source.current();
    assertThat(second.notAfter()).isAfter(first.notAfter());
    assertThat(source.current()).isSameAs(second);
  }

  @Test
  void no_two_processes_have_the_same_key() {
    assertThat(SelfSigned.of(clock).current().key())
        .isNotEqualTo(SelfSigned.of(clock).current().key());
  }
}
