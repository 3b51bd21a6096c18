package dev.plimsoll.kubernetes.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InvalidMessageTest {
  private static final FieldError CPU = FieldError.invalid("spec.cpu", "-1", "too little");
  private static final FieldError NAME = FieldError.required("metadata.name", "");

  @Test
  void one_error_is_told_plainly() {
    assertThat(InvalidMessage.message("Pod", "p", List.of(CPU)))
        .isEqualTo("Pod \"p\" is invalid: spec.cpu: Invalid value: \"-1\": too little");
  }

  @Test
  void several_errors_are_told_in_brackets_and_each_once() {
    assertThat(InvalidMessage.message("Pod", "p", List.of(CPU, NAME, CPU)))
        .isEqualTo(
            "Pod \"p\" is invalid: [spec.cpu: Invalid value: \"-1\": too little, metadata.name:"
                + " Required value]");
    assertThat(InvalidMessage.message("Pod", "p", List.of(NAME, NAME)))
        .isEqualTo("Pod \"p\" is invalid: metadata.name: Required value");
  }

  @Test
  void texts_are_quoted_as_go_does_and_lists_are_written_as_gos_json() {
    assertThat(FieldError.invalid("f", "a\"b\\<\n\u0001\t", "d"))
        .hasToString("f: Invalid value: \"a\\\"b\\\\<\\n\\x01\\t\": d");
    assertThat(FieldError.invalidJson("f", GoJson.strings(List.of("a", "b")), "d"))
        .hasToString("f: Invalid value: [\"a\",\"b\"]: d");
    assertThat(FieldError.invalidJson("f", GoJson.strings(List.of()), "d"))
        .hasToString("f: Invalid value: null: d");
  }
}
