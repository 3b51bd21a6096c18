package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.extender.protocol.ExtenderBindingArgs;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import org.junit.jupiter.api.Test;

class KubePodBinderTest {
  private static final ExtenderBindingArgs BINDING =
      new ExtenderBindingArgs("p", "team", "uid-1", "a");

  private final KubePodBinder.BindingWriter writer = mock();
  private final KubePodBinder binder = new KubePodBinder(writer);

  @Test
  void a_pod_is_bound_by_its_uid() throws StatusException {
    assertThat(binder.bind(BINDING)).isEmpty();

    JsonObject expected =
        JsonParser.parseString(
                """
                {"apiVersion": "v1", "kind": "Binding",
                 "metadata": {"namespace": "team", "name": "p", "uid": "uid-1"},
                 "target": {"apiVersion": "v1", "kind": "Node", "name": "a"}}
                """)
            .getAsJsonObject();
    verify(writer).post("/api/v1/namespaces/team/pods/p/binding", expected);
  }

  @Test
  void a_call_without_a_uid_binds_whatever_pod_has_the_name() throws StatusException {
    assertThat(binder.bind(new ExtenderBindingArgs("p", "team", "", "a"))).isEmpty();

    verify(writer)
        .post(
            eq("/api/v1/namespaces/team/pods/p/binding"),
            argThat(binding -> !binding.getAsJsonObject("metadata").has("uid")));
  }

  @Test
  void what_the_API_server_says_no_to_is_told_in_its_words() throws StatusException {
    StatusException answer = mock();
    when(answer.getMessage()).thenReturn("pod p is already assigned to node \"b\"");
    doThrow(answer).when(writer).post(any(), any());

    assertThat(binder.bind(BINDING)).isEqualTo("pod p is already assigned to node \"b\"");
  }

  @Test
  void a_failure_without_words_still_says_that_it_failed() throws StatusException {
    doThrow(new UnreachableException("")).when(writer).post(any(), any());

    assertThat(binder.bind(BINDING)).isEqualTo("the API server rejected the binding");
  }
}
