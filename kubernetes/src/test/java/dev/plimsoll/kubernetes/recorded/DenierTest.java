package dev.plimsoll.kubernetes.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DenierTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "admission webhook \"a.example.com\" denied the request: exceeded quota: no"
            + "|webhook a.example.com",
        "Internal error occurred: failed calling webhook \"b.example.com\": Post \"https://b\": EOF"
            + "|webhook b.example.com",
        "pods \"p\" is forbidden: ValidatingAdmissionPolicy 'v' with binding 'b' denied request: x"
            + "|ValidatingAdmissionPolicy v",
        "policy 'm' with binding 'b' denied request: proto: invalid type|MutatingAdmissionPolicy m",
        "pods \"p\" is forbidden: violates PodSecurity \"restricted:latest\": runAsNonRoot != true"
            + "|PodSecurity",
        "pods \"p\" is forbidden: error looking up service account a/b: serviceaccount \"b\" not"
            + " found|ServiceAccount",
        "pods \"p\" is forbidden: no PriorityClass with name c was found|Priority",
        "pods \"p\" is forbidden: pod rejected: RuntimeClass \"r\" not found|RuntimeClass",
        "pods \"p\" is forbidden: unable to validate against any security context constraint: []"
            + "|SecurityContextConstraint",
        "pods \"p\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2, limited:"
            + " pods=2|ResourceQuota",
        "pods \"p\" is forbidden: maximum cpu usage per Pod is 1, but limit is 2|LimitRanger",
        "pods is forbidden: User \"u\" cannot create resource \"pods\"|authorization",
        "Pod \"p\" is invalid: spec.containers: Required value|validation",
      })
  void the_api_servers_words_tell_who_denies(String message, String denier) {
    assertThat(Denier.of("Error creating: " + message)).map(Denier::name).contains(denier);
  }

  @Test
  void a_webhook_that_did_not_answer_has_denied_nothing() {
    String words = "failed calling webhook \"b.example.com\": failed to call webhook: EOF";
    String denied = "admission webhook \"b.example.com\" denied the request: " + words;

    assertThat(Denier.of(words))
        .map(Denier::how)
        .contains("the API server cannot call webhook b.example.com");
    assertThat(Denier.of(denied)).map(Denier::how).contains("webhook b.example.com denies it");
  }

  @Test
  void other_words_tell_nobody() {
    assertThat(Denier.of("Error creating: no route to host")).isEmpty();
  }
}
