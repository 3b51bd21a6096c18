package dev.plimsoll.testkit.admission;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;

/**
 * A change that admission decides on.
 *
 * @param target with the object's final name
 * @param operation CREATE, UPDATE or DELETE
 * @param object as it would be; {@code {}} for a deletion
 * @param oldObject as it is; {@code {}} for a creation
 */
public record AdmissionCall(
    ApiRequest request, Target target, String operation, JsonObject object, JsonObject oldObject) {
  AdmissionCall with(JsonObject changed) {
    return new AdmissionCall(request, target, operation, changed, oldObject);
  }
}
