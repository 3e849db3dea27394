//! [`Properties`]: the properties of an object, with the template of its class as fallback.

use super::records::{Attribute, NodeId, Records};
use crate::math::Vec3;

/// The properties of one object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Properties<'r, 'a> {
    records: &'r Records<'a>,
    own: Option<NodeId>,
    template: Option<NodeId>,
}

impl<'r, 'a> Properties<'r, 'a> {
    /// The properties of `object`; what it does not say is looked up in `template`, the `Properties70` record of its
    /// class.
    pub(super) fn new(records: &'r Records<'a>, object: NodeId, template: Option<NodeId>) -> Self {
        Self { records, own: records.child(object, "Properties70"), template }
    }

    /// The object's own record of that property, to be changed.
    pub(super) fn own_record(&self, name: &str) -> Option<NodeId> {
        self.own.and_then(|list| self.record_in(list, name))
    }

    fn record_in(&self, list: NodeId, name: &str) -> Option<NodeId> {
        self.records.children(list).find(|&p| {
            self.records.name(p) == b"P"
                && self.records.attribute(p, 0).and_then(Attribute::text) == Some(name.as_bytes())
        })
    }

    /// Name, type, label and flags come before the values.
    fn values(&self, name: &str) -> Option<impl Iterator<Item = Attribute<'a>> + use<'a>> {
        let record =
            [self.own, self.template].into_iter().flatten().find_map(|list| self.record_in(list, name))?;
        Some(self.records.attributes(record).skip(4))
    }

    pub(super) fn integer(&self, name: &str) -> Option<i64> {
        self.values(name)?.next()?.integer()
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.values(name)?.next()?.number().filter(|v| v.is_finite())
    }

    /// As the file has it; the reader refuses numbers that are not finite.
    pub(super) fn vector(&self, name: &str) -> Option<Vec3> {
        let mut values = self.values(name)?;
        let mut out = Vec3::zeros();
        for axis in 0..3 {
            out[axis] = values.next()?.number()?;
        }
        Some(out)
    }
}

/// The template of a class: `Definitions / ObjectType <class> / PropertyTemplate / Properties70`.
pub(super) fn template(records: &Records<'_>, class: &str) -> Option<NodeId> {
    let definitions = records.section("Definitions")?;
    let object_type = object_type(records, definitions, class)?;
    records.child(records.child(object_type, "PropertyTemplate")?, "Properties70")
}

/// The `ObjectType` record of a class.
pub(super) fn object_type(records: &Records<'_>, definitions: NodeId, class: &str) -> Option<NodeId> {
    records.children(definitions).find(|&node| {
        records.name(node) == b"ObjectType"
            && records.attribute(node, 0).and_then(Attribute::text) == Some(class.as_bytes())
    })
}
