package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.store.FieldSelectorParameter;
import dev.plimsoll.testkit.store.LabelSelectorParameter;
import dev.plimsoll.testkit.store.ObjectKey;
import java.util.function.Predicate;

/** Which objects a list, a watch or a deletion of many is about. */
record Selection(Target target, LabelSelectorParameter labels, FieldSelectorParameter fields)
    implements Predicate<JsonObject> {
  static Selection of(ApiRequest request, Target target) {
    return new Selection(
        target,
        LabelSelectorParameter.parse(request.parameter("labelSelector")),
        FieldSelectorParameter.parse(target.type(), request.parameter("fieldSelector")));
  }

  String prefix() {
    return ObjectKey.prefix(target.type(), target.namespace());
  }

  boolean covers(ObjectKey key) {
    return key.resource().equals(target.type().stored()) && key.path().startsWith(prefix() + "/");
  }

  @Override
  public boolean test(JsonObject object) {
    return labels.test(object) && fields.test(object);
  }

  boolean isEverything() {
    return labels.isEmpty() && fields.isEmpty();
  }
}
