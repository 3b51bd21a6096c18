package dev.plimsoll.admission.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.server.tls.KeyedCertificate;
import dev.plimsoll.server.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;

class CertificateRotationTest {
  private static final WebhookConfigurationName WEBHOOK =
      CertificateSettings.DEFAULT.webhooks().get(0);

  private final MemoryCertificateApi api = new MemoryCertificateApi();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final InstantSource time = () -> now;
  private final CertificateRotation rotation = leader();

  private CertificateRotation leader() {
    return new CertificateRotation(
        api,
        CertificateSettings.DEFAULT,
        "plimsoll",
        time.withZone(ZoneOffset.UTC),
        () -> Duration.between(Instant.EPOCH, now).toNanos());
  }

  private StoredCertificates stored() throws InvalidSecretException {
    return CertificateSecret.read(api.secret());
  }

  private KeyedCertificate serving() throws InvalidSecretException {
    return stored().serving().orElseThrow();
  }

  private boolean isTrusted(KeyedCertificate certificate) throws InvalidSecretException {
    JsonObject configuration = api.readWebhooks(WEBHOOK).orElseThrow();
    return CaBundles.hold(configuration, stored().authorities())
        && stored().authorities().stream()
            .anyMatch(a -> Authority.isIssuer(a, certificate.certificate()));
  }

  @Test
  void from_nothing_it_comes_to_a_certificate_for_the_service_whose_CA_the_webhook_has()
      throws Exception {
    api.create(WEBHOOK, "quota.plimsoll.dev");

    rotation.look();

    X509Certificate serving = serving().certificate();
    assertThat(isTrusted(serving())).isTrue();
    assertThat(serving.getSubjectAlternativeNames().stream().map(n -> n.get(1)).toList())
        .isEqualTo(
            List.of(
                "plimsoll-admission.plimsoll.svc",
                "plimsoll-admission.plimsoll.svc.cluster.local"));
    assertThat(serving.getNotBefore()).isEqualTo(Date.from(now.minus(Duration.ofHours(1))));
    assertThat(serving.getNotAfter()).isEqualTo(Date.from(now.plus(Duration.ofDays(30))));
    assertThat(serving.getPublicKey().getAlgorithm()).isEqualTo("EC");
    assertThat(serving.getBasicConstraints()).isEqualTo(-1);
    assertThat(stored().signing().certificate().getBasicConstraints()).isZero();
  }

  @Test
  void a_certificate_is_renewed_after_two_thirds_of_its_life_by_the_same_CA() throws Exception {
    api.create(WEBHOOK, "w");
    rotation.look();
    KeyedCertificate first = serving();

    now = now.plus(Duration.ofDays(19));
    rotation.look();
    assertThat(serving()).isEqualTo(first);
    now = now.plus(Duration.ofDays(1));
    rotation.look();

    assertThat(serving()).isNotEqualTo(first);
    assertThat(stored().authorities()).hasSize(1);
    assertThat(isTrusted(serving())).isTrue();
  }

  @Test
  void a_new_CA_stands_beside_the_old_one_before_it_signs_and_until_that_has_expired()
      throws Exception {
    api.create(WEBHOOK, "w");
    rotation.look();
    now = now.plus(Duration.ofDays(244));
    rotation.look();
    KeyedCertificate old = serving();
    assertThat(stored().authorities()).hasSize(2);
    assertThat(isTrusted(old)).isTrue();
    assertThat(stored().signing().hasIssued(old.certificate())).isFalse();

    now = now.plusSeconds(60);
    rotation.look();

    assertThat(stored().signing().hasIssued(serving().certificate())).isTrue();
    assertThat(isTrusted(old)).isTrue();
    assertThat(isTrusted(serving())).isTrue();
    now = now.plus(Duration.ofDays(122));
    rotation.look();
    assertThat(stored().authorities()).containsExactly(stored().signing().certificate());
    assertThat(isTrusted(serving())).isTrue();
  }

  @Test
  void a_secret_that_was_emptied_is_filled_anew_and_what_is_served_stays_trusted()
      throws Exception {
    api.create(WEBHOOK, "w");
    rotation.look();
    KeyedCertificate served = serving();

    api.emptySecret();
    leader().look();

    assertThat(stored().serving()).isEmpty();
    assertThat(isTrusted(served)).isTrue();
  }

  @Test
  void a_secret_that_was_edited_to_nonsense_is_made_anew() throws Exception {
    api.create(WEBHOOK, "w");
    for (String key : List.of("ca.crt", "ca.key", "tls.crt", "tls.key")) {
      for (String value : List.of("%", "", text("nonsense"), text(pem("CERTIFICATE")))) {
        rotation.look();
        StoredCertificates before = stored();
        api.editSecret(key, value);
        rotation.look();

        assertThat(stored().signing().certificate()).isNotEqualTo(before.signing().certificate());
        assertThat(stored().authorities()).containsAll(before.authorities());
      }
    }
  }

  private static String pem(String what) {
    return "-----BEGIN " + what + "-----\nAAAA\n-----END " + what + "-----\n";
  }

  private static String text(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void what_others_write_into_the_caBundle_is_written_over() throws Exception {
    api.create(WEBHOOK, "w");
    rotation.look();
    api.create(WEBHOOK, "w");

    rotation.look();

    assertThat(isTrusted(serving())).isTrue();
  }

  @Test
  void a_caBundle_that_was_edited_by_hand_is_written_over_and_what_is_served_stays()
      throws Exception {
    api.create(WEBHOOK, "w");
    rotation.look();
    KeyedCertificate served = serving();
    String foreign =
        Pem.write(
            List.of(
                Authority.create(new X500Principal("CN=other"), now, Duration.ofDays(1))
                    .certificate()));
    for (String bundle :
        List.of("", "%", text("nonsense"), text(pem("CERTIFICATE")), text(foreign))) {
      api.editBundle(WEBHOOK, bundle);
      assertThat(isTrusted(served)).isFalse();

      rotation.look();

      assertThat(isTrusted(served)).isTrue();
      assertThat(serving()).isEqualTo(served);
    }
  }

  @Test
  void a_caBundle_and_a_secret_that_were_edited_at_once_are_both_made_anew() throws Exception {
    api.create(WEBHOOK, "w");
    rotation.look();
    api.editBundle(WEBHOOK, text("nonsense"));
    api.editSecret("ca.crt", text("nonsense"));

    rotation.look();

    assertThat(isTrusted(serving())).isTrue();
  }

  @Test
  void a_certificate_that_expired_without_a_leader_is_replaced_as_soon_as_there_is_one()
      throws Exception {
    api.create(WEBHOOK, "w");
    rotation.look();
    List<X509Certificate> authorities = stored().authorities();
    now = now.plus(Duration.ofDays(31));

    leader().look();

    assertThat(stored().authorities()).isEqualTo(authorities);
    assertThat(serving().notAfter()).isEqualTo(now.plus(Duration.ofDays(30)));
    assertThat(isTrusted(serving())).isTrue();
  }

  @Test
  void a_CA_that_expired_without_a_leader_is_replaced_as_soon_as_there_is_one() throws Exception {
    api.create(WEBHOOK, "w");
    rotation.look();
    X509Certificate expired = stored().signing().certificate();
    now = now.plus(Duration.ofDays(366));

    leader().look();

    assertThat(stored().authorities()).hasSize(1).doesNotContain(expired);
    assertThat(serving().notAfter()).isEqualTo(now.plus(Duration.ofDays(30)));
    assertThat(isTrusted(serving())).isTrue();
  }

  @Test
  void a_webhook_configuration_that_does_not_exist_keeps_no_certificate_from_being_made()
      throws Exception {
    rotation.look();
    assertThat(stored().serving()).isPresent();

    api.create(WEBHOOK, "w");
    rotation.look();

    assertThat(isTrusted(serving())).isTrue();
  }

  @Test
  void nothing_that_is_told_of_a_certificate_has_its_key() throws Exception {
    rotation.look();

    assertThat(serving().toString()).isEqualTo("CN=plimsoll-admission.plimsoll.svc");
    assertThat(stored().toString()).doesNotContain("PRIVATE");
  }
}
