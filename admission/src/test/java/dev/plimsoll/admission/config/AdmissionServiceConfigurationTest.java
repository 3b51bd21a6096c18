package dev.plimsoll.admission.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.admission.certificate.CertificateSettings;
import dev.plimsoll.admission.certificate.WebhookConfigurationName;
import dev.plimsoll.admission.review.ReviewMode;
import dev.plimsoll.admission.review.Undecided;
import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdmissionServiceConfigurationTest {
  private static final String TYPE =
      "apiVersion: config.plimsoll.dev/v1alpha1\nkind: ServiceConfiguration\n";

  @TempDir private Path folder;

  private Optional<AdmissionServiceConfiguration> read(String yaml) {
    try {
      return AdmissionServiceConfiguration.read(
          Files.writeString(folder.resolve("serve.yaml"), TYPE + yaml));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void gangs_hold_quota_for_five_minutes_unless_the_file_says_otherwise() {
    assertThat(hold("{}")).contains(Duration.ofMinutes(5));
    assertThat(hold("{holdSeconds: 60}")).contains(Duration.ofMinutes(1));
    assertThat(hold("{reserve: false}")).isEmpty();
    assertThatThrownBy(() -> hold("{holdSeconds: 0}"))
        .hasMessageContaining("admission.gangs.holdSeconds must be an integer from 1 to 86400");
  }

  private Optional<Duration> hold(String gangs) {
    return read("admission: {enabled: true, gangs: " + gangs + "}")
        .orElseThrow()
        .reviews()
        .gangHold();
  }

  @Test
  void the_role_is_not_played_unless_the_file_says_so() {
    assertThat(read("scheduler: {}")).isEmpty();
    assertThat(read("admission: {enabled: false}")).isEmpty();
  }

  @Test
  void all_has_a_default() {
    assertThat(read("admission: {enabled: true}")).contains(AdmissionServiceConfiguration.DEFAULT);
  }

  @Test
  void all_can_be_set() {
    AdmissionServiceConfiguration read =
        read("""
                admission:
                  enabled: true
                  listen: {port: 1, threads: 8}
                  timeoutMilliseconds: 500
                  undecided: Allow
                  mode: Audit
                leaderElection: {leaderElect: false}
                cluster: {staleAfterSeconds: 60}
                """)
            .orElseThrow();

    assertThat(read.http().port()).isEqualTo(1);
    assertThat(read.http().threads()).isEqualTo(8);
    assertThat(read.reviews().timeout()).isEqualTo(Duration.ofMillis(500));
    assertThat(read.reviews().undecided()).isEqualTo(Undecided.ALLOW);
    assertThat(read.reviews().mode()).isEqualTo(ReviewMode.AUDIT);
    assertThat(read.server().leaderElection().leaderElect()).isFalse();
    assertThat(read.server().staleAfter()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void the_manifests_play_the_role_with_two_seconds_for_an_answer_and_a_leader() {
    Path manifest =
        Path.of(System.getProperty("plimsoll.root", ".."), "manifests/admission/serve.yaml");

    AdmissionServiceConfiguration read = AdmissionServiceConfiguration.read(manifest).orElseThrow();

    assertThat(read.reviews()).isEqualTo(AdmissionServiceConfiguration.DEFAULT.reviews());
    assertThat(read.server().leaderElection())
        .isEqualTo(AdmissionServiceConfiguration.DEFAULT.server().leaderElection());
    assertThat(read.certificates()).contains(CertificateSettings.DEFAULT);
  }

  @Test
  void certificates_that_the_service_issues_take_the_place_of_files() {
    AdmissionServiceConfiguration read =
        read("""
                admission:
                  enabled: true
                  listen: {address: 0.0.0.0, tls: {clientCa: ca.crt}}
                  certificates:
                    issuer: Self
                    service: s
                    secret: t
                    validatingWebhooks: [a, b]
                    mutatingWebhooks: [a]
                """)
            .orElseThrow();

    assertThat(read.http().tls().isOn()).isFalse();
    assertThat(read.http().tls().clientAuthorities()).hasSize(1);
    assertThat(read.certificates())
        .contains(
            new CertificateSettings(
                "s",
                "t",
                List.of(
                    new WebhookConfigurationName(WebhookConfigurationName.Kind.VALIDATING, "a"),
                    new WebhookConfigurationName(WebhookConfigurationName.Kind.VALIDATING, "b"),
                    new WebhookConfigurationName(WebhookConfigurationName.Kind.MUTATING, "a")),
                CertificateSettings.Times.DEFAULT));
    assertThat(read("admission: {enabled: true, certificates: {issuer: Files}}"))
        .contains(AdmissionServiceConfiguration.DEFAULT);
  }

  @Test
  void certificates_come_from_files_or_from_the_service_and_not_from_both() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    admission:
                      enabled: true
                      listen: {tls: {certificate: a, key: b}}
                      certificates: {issuer: Self}
                    """))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "line 5: admission.listen.tls.certificate must not be set together with"
                + " certificates.issuer: Self");
    assertThatThrownBy(
            () -> read("admission: {enabled: true, certificates: {secret: a, issuer: Files}}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("must be set together with issuer: Self");
  }

  @Test
  void mistakes_are_told_with_their_lines() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    admission:
                      enabled: true
                      listen: {address: 0.0.0.0}
                      timeoutMilliseconds: 1
                      undecided: Maybe
                    scheduler: {}
                    """))
        .isInstanceOf(InputException.class)
        .message()
        .contains("line 5: admission.listen.address is \"0.0.0.0\", which others can reach")
        .contains("line 6: admission.timeoutMilliseconds must be an integer from 100 to 25000")
        .contains("line 7: admission.undecided")
        .contains("line 8: scheduler is an unknown key; valid keys: admission, apiVersion");
  }
}
