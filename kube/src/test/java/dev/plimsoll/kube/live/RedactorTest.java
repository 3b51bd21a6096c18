package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactorTest {
  @Test
  void an_AppWrapper_keeps_its_phase_and_no_texts_of_its_components() {
    JsonObject redacted =
        json(
            """
            {"spec": {"components": [{"template": {"kind": "Secret", "stringData": {"a": "secret"}}}]},
             "status": {"phase": "Suspended", "componentStatus": [{"name": "x"}]}}
            """);
    new Redactor()
        .redact(
            new ApiResource(
                new GroupVersionKind("workload.codeflare.dev", "v1beta2", "AppWrapper"),
                "appwrappers",
                true),
            redacted);

    assertThat(redacted)
        .isEqualTo(
            json(
                """
                {"spec": {"components": [{"template": {"stringData": {}}}]},
                 "status": {"phase": "Suspended"}}
                """));
  }

  @Test
  void of_what_a_webhook_calls_the_Service_stays() {
    JsonObject redacted =
        json(
            """
            {"webhooks": [{"clientConfig": {"url": "https://u:secret@h"}},
              {"clientConfig": {"caBundle": "c",
                "service": {"name": "s", "namespace": "n", "path": "/secret"}}}]}
            """);
    new Redactor()
        .redact(
            new ApiResource(
                WebhookConfiguration.VALIDATING, "validatingwebhookconfigurations", false),
            redacted);

    assertThat(redacted)
        .isEqualTo(
            json(
                """
                {"webhooks": [{"clientConfig": {}},
                  {"clientConfig": {"service": {"name": "s", "namespace": "n"}}}]}
                """));
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Pod | pods | {"spec": {"containers": [{"name": "c", "image": "i", "args": ["secret"]}]}} | {"spec": {"containers": [{"name": "c", "image": "redacted"}]}}
          Pod | pods | {"metadata": {"name": "p", "annotations": {"a": "b"}}} | {"metadata": {"name": "p", "annotations": {}}}
          Pod | pods | {"spec": {"c": [{"livenessProbe": {"exec": {"command": ["secret"]}}}]}} | {"spec": {"c": [{}]}}
          Pod | pods | {"spec": {"c": [{"lifecycle": {"preStop": {"httpGet": {"host": "h", "path": "/secret"}}}}]}} | {"spec": {"c": [{"lifecycle": {"preStop": {"httpGet": {"host": "h"}}}}]}}
          Pod | pods | {"spec": {"template": {"metadata": {"annotations": {"a": "b", "container.apparmor.security.beta.kubernetes.io/c": "unconfined"}}}}} | {"spec": {"template": {"metadata": {"annotations": {"container.apparmor.security.beta.kubernetes.io/c": "unconfined"}}}}}
          Pod | pods | {"spec": {"template": {"metadata": {"name": "t", "annotations": {"a": "b"}}}}} | {"spec": {"template": {"metadata": {"name": "t"}}}}
          Pod | pods | {"metadata": {"labels": {"image": "i", "env": "prod"}}} | {"metadata": {"labels": {"image": "i", "env": "prod"}}}
          Pod | pods | {"status": {"state": {"waiting": {"reason": "R", "message": "m"}}}} | {"status": {"state": {"waiting": {"reason": "R"}}}}
          Event | events | {"reason": "Pulled", "message": "m"} | {"reason": "Pulled"}
          Event | events | {"reason": "FailedScheduling", "message": "m"} | {"reason": "FailedScheduling", "message": "m"}
          """)
  void what_explains_nothing_is_taken_out(
      String kind, String plural, String object, String expected) {
    JsonObject redacted = json(object);
    new Redactor()
        .redact(new ApiResource(new GroupVersionKind("", "v1", kind), plural, true), redacted);

    assertThat(redacted).isEqualTo(json(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"spec": {"owner": "me", "size": 3, "on": true}} | {"spec": {"size": 3, "on": true}}
          {"spec": {"template": {"spec": {"containers": [{"name": "c"}]}}}} | {"spec": {"template": {"spec": {"containers": [{"name": "c"}]}}}}
          {"spec": {}, "secret": {"a": 1}, "status": {"url": "u", "conditions": []}} | {"spec": {}, "status": {"conditions": []}}
          """)
  void of_a_custom_resource_texts_are_taken_out(String object, String expected) {
    JsonObject redacted = json(object);
    new Redactor()
        .redact(
            new ApiResource(
                new GroupVersionKind("example.com", "v1", "Training"), "trainings", true),
            redacted);

    assertThat(redacted).isEqualTo(json(expected));
  }
}
